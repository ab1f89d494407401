#!/usr/bin/env bash
# Builds the target of libFuzzer into $OUT. ClusterFuzzLite and OSS-Fuzz call it inside of their image; it needs nothing
# of it but a Swift toolchain, so that `OUT=/tmp/out .clusterfuzzlite/build.sh` tries it anywhere.
set -euo pipefail
if [ -n "${SRC:-}" ]; then cd "$SRC/rxfuzz"; else cd "$(dirname "$0")/.."; fi
: "${OUT:?give the folder for what is built}"
mkdir -p "$OUT"

# The library is counted by libFuzzer's own instrumentation; that of explore would be another sanitizer's.
export RXFUZZ_PLAIN=1
build=(--package-path Sources/Fuzzing --scratch-path .build-libfuzzer --sanitize=fuzzer --static-swift-stdlib)
[ "${SANITIZER:-address}" != address ] || build+=(--sanitize=address)
swift build "${build[@]}" --product rxfuzz-libfuzzer
cp "$(swift build "${build[@]}" --show-bin-path)/rxfuzz-libfuzzer" "$OUT/"

# Races wait for one another: what takes a minute is a hang, on a loaded machine, too.
printf '[libfuzzer]\nmax_len = 512\ntimeout = 60\n' > "$OUT/rxfuzz-libfuzzer.options"
