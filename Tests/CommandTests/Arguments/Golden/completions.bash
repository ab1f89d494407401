# bash completions; made by `rxfuzz completions bash`. To use them: source this file, or put it where
# bash-completion looks, as share/bash-completion/completions/rxfuzz.
_rxfuzz() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} place found= words= kind=words
  # An equals sign is a word of its own here.
  [[ $word == = ]] && word=
  [[ $before == = ]] && before=${COMP_WORDS[COMP_CWORD-2]}
  for ((place = 1; place < COMP_CWORD; place++)); do
    case ${COMP_WORDS[place]} in
      --seed|--iterations|--time|--jobs|--engine|--strategy|--memory|--corpus|--bound|--schedules|--shard|--memory-limit-megabytes|--report|--baseline|--events|--known|--shrink-seconds)
        [[ ${COMP_WORDS[place+1]} == = ]] && ((place++))
        ((place++)) ;;
      -*|=) ;;
      *) [[ $found == *" "* ]] || found="${found:+$found }${COMP_WORDS[place]}" ;;
    esac
  done
  case $before in
    --seed) kind=nothing ;;
    --iterations) kind=nothing ;;
    --time) kind=nothing ;;
    --jobs) kind=nothing ;;
    --engine) words='stress explore both' ;;
    --strategy) words='portfolio uniform walk pct pos urw surw directed dfs dpor twice' ;;
    --memory) words='sc tso relaxed' ;;
    --corpus) kind=folders ;;
    --bound) kind=nothing ;;
    --schedules) kind=nothing ;;
    --shard) kind=nothing ;;
    --memory-limit-megabytes) kind=nothing ;;
    --report) kind=files ;;
    --baseline) kind=files ;;
    --events) kind=files ;;
    --known) kind=folders ;;
    --shrink-seconds) kind=nothing ;;
    *)
      case $found in
        'run'*) words='--seed --iterations --time --jobs --engine --strategy --memory --corpus --resume --shard --memory-limit-megabytes --report --baseline --events --known --fail-fast --shrink-seconds --quiet --help --version' ;;
        'replay'*) words='--seed --iterations --time --jobs --engine --strategy --memory --outcomes --report --baseline --events --quiet --help --version'
            [[ $word == -* ]] || kind=files ;;
        'shrink'*) words='--shrink-seconds --quiet --help --version'
            [[ $word == -* ]] || kind=files ;;
        'prove'*) words='--bound --schedules --memory --outcomes --quiet --help --version'
            [[ $word == -* ]] || kind=files ;;
        'emit'*) words='--help --version'
            [[ $word == -* ]] || kind=files ;;
        'corpus list'*) words='--corpus --help --version' ;;
        'corpus minimize'*) words='--corpus --iterations --jobs --quiet --help --version' ;;
        'corpus merge'*) words='--corpus --help --version'
            [[ $word == -* ]] || kind=folders ;;
        'report merge'*) words='--report --baseline --help --version'
            [[ $word == -* ]] || kind=files ;;
        'coverage'*) words='--seed --iterations --time --jobs --quiet --help --version' ;;
        'primitives'*) words='--seed --iterations --quiet --help --version' ;;
        'selftest'*) words='--help --version' ;;
        'list'*) words='invariants operators templates strategies --help --version' ;;
        'config'*) words='--seed --iterations --time --jobs --engine --strategy --memory --corpus --resume --shard --memory-limit-megabytes --report --baseline --events --known --fail-fast --shrink-seconds --quiet --help --version' ;;
        'completions'*) words='bash zsh fish --help --version' ;;
        'manual'*) words='--help --version' ;;
        'corpus') words='list minimize merge --help' ;;
        'report') words='merge --help' ;;
        '') words='run replay shrink prove emit corpus report coverage primitives selftest list config completions manual --seed --iterations --time --jobs --engine --strategy --memory --corpus --resume --shard --memory-limit-megabytes --report --baseline --events --known --fail-fast --shrink-seconds --quiet --help --version' ;;
      esac ;;
  esac
  local IFS=$'\n'
  case $kind in
    files) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$word")) ;;
    folders) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$word")) ;;
    words) COMPREPLY=($(IFS=' ' compgen -W "$words" -- "$word")) ;;
  esac
}
complete -F _rxfuzz rxfuzz
