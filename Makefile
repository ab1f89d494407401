# The commands of this repository. `make` alone explains them.
SWIFT ?= swift
SEED ?= $(shell git rev-parse HEAD 2>/dev/null || echo 42)
ITERATIONS ?= 1e6
NIGHTLY_MINUTES ?= 60
PREFIX ?= /usr/local

# Each kind of build keeps its own scratch folder, so that none invalidates another.
TSAN := --scratch-path .build-tsan --sanitize=thread
ASAN := --scratch-path .build-asan --sanitize=address
MUTANTS := --package-path Tests/Detection/Driver --scratch-path .build-mutants/driver
MUTATE := --package-path Tests/Detection/Mutation --scratch-path .build-mutate/driver
SAMPLE ?= 100
# LIBRARY=RxSwift RXSWIFT_PATH=... breaks a copy of that checkout in RxCore's place.
BROKEN := $(if $(LIBRARY),--library $(LIBRARY) --path "$(abspath $(or $(RXSWIFT_PATH),$(REACTIVESWIFT_PATH),$(OPENCOMBINE_PATH)))")
# SwiftPM remembers what a manifest said, and these read off a checkout what that version has.
AFRESH := --manifest-cache none
BENCH := --package-path Sources/Benchmarks --scratch-path .build-bench
CERTIFICATE := Tests/RxFuzzKitTests/Explore/Certificate

.DEFAULT_GOAL := help
.PHONY: format lint build test fuzz rxswift reactiveswift opencombine compare asan nightly document install bench kernels mutants mutants-emit mutants-explore mutate libfuzzer code-coverage certificate processors clean help

format: ## rewrite every Swift file in the house style
	$(SWIFT) format -i -r Sources Tests Package.swift

lint: ## fail if any Swift file is not in the house style
	$(SWIFT) format lint --strict -r Sources Tests Package.swift

build: ## build everything, tests included
	$(SWIFT) build --build-tests

test: ## run every test
	$(SWIFT) test

fuzz: ## race RxCore in a release build; SEED and ITERATIONS choose the run
	$(SWIFT) run -c release rxfuzz --seed $(SEED) --iterations $(ITERATIONS)

rxswift: ## race RxSwift from the checkout that RXSWIFT_PATH names, in a release build
	RXSWIFT_PATH="$(abspath $(RXSWIFT_PATH))" $(SWIFT) run -c release $(AFRESH) --package-path Sources/Adapters/RxSwiftAdapter \
	  --scratch-path .build-rxswift rxfuzz-rxswift --seed $(SEED) --iterations $(ITERATIONS)

reactiveswift: ## race ReactiveSwift from the checkout that REACTIVESWIFT_PATH names, in a release build
	REACTIVESWIFT_PATH="$(abspath $(REACTIVESWIFT_PATH))" $(SWIFT) run -c release $(AFRESH) --package-path Sources/Adapters/ReactiveSwiftAdapter \
	  --scratch-path .build-reactiveswift rxfuzz-reactiveswift --seed $(SEED) --iterations $(ITERATIONS)

opencombine: ## race OpenCombine, at 0.14.0 or from the checkout that OPENCOMBINE_PATH names, in a release build
	$(if $(OPENCOMBINE_PATH),OPENCOMBINE_PATH="$(abspath $(OPENCOMBINE_PATH))") $(SWIFT) run -c release $(AFRESH) \
	  --package-path Sources/Adapters/OpenCombineAdapter --scratch-path .build-opencombine$(if $(OPENCOMBINE_PATH),-checkout) \
	  rxfuzz-opencombine --seed $(SEED) --iterations $(ITERATIONS)

# What the old version shows is saved in a corpus, and so known to the run of the new one: that names what is new, and what
# was not seen any more. Each version keeps its own build.
LIBRARY ?= RxSwift
COMPARED := .compare-$(LIBRARY)
COMPARE = $(shell echo $(LIBRARY) | tr a-z A-Z)_PATH="$(abspath $(1))" $(SWIFT) run -c release $(AFRESH) \
	  --package-path Sources/Adapters/$(LIBRARY)Adapter --scratch-path .build-compare-$(2) \
	  rxfuzz-$(shell echo $(LIBRARY) | tr A-Z a-z) --seed $(SEED) --iterations $(ITERATIONS) --corpus $(COMPARED)

compare: ## race LIBRARY (RxSwift, ReactiveSwift, OpenCombine) at the checkouts OLD and NEW: what is new, the same, and not seen any more
	rm -rf $(COMPARED)
	mkdir -p $(COMPARED)
	if [ -d corpus/$(LIBRARY) ]; then cp -R corpus/$(LIBRARY) $(COMPARED)/; fi
	-$(call COMPARE,$(OLD),old)
	$(call COMPARE,$(NEW),new)

# Without the instrumentation of explore, which is another sanitizer's: free races only.
asan: ## race RxCore under AddressSanitizer; SEED and ITERATIONS choose the run
	RXFUZZ_PLAIN=1 $(SWIFT) run $(ASAN) rxfuzz --seed $(SEED) --iterations $(ITERATIONS)

# All kinds always run: what the first finds must not hide what the others would.
nightly: ## NIGHTLY_MINUTES of racing: a third each in release, under ThreadSanitizer and under AddressSanitizer (debug)
	NIGHTLY_MINUTES=$(shell expr \( $(NIGHTLY_MINUTES) + 2 \) / 3) .ci/nightly

document: ## build the documentation of every module into .build/documentation; a warning is an error
	.ci/document

# The binary finds the Swift runtime of the toolchain that has built it.
install: ## install rxfuzz, its manual page and completions below PREFIX (default: /usr/local)
	$(SWIFT) build -c release --product rxfuzz
	.ci/install "$$($(SWIFT) build -c release --product rxfuzz --show-bin-path)/rxfuzz" "$(DESTDIR)$(PREFIX)"

# RxCore's own costs are measured as a user of the library has them: without the instrumentation of explore.
# RXSWIFT_PATH and REACTIVESWIFT_PATH may name checkouts to be measured beside it.
bench: ## print the figures: RxCore's costs beside its peers', and the usual way of racing beside this one
	RXFUZZ_PLAIN=1 $(SWIFT) run $(BENCH)-plain -c release rxcore-bench
	$(SWIFT) run $(BENCH) -c release rxfuzz-bench
	RXFUZZ_PLAIN=1 $(SWIFT) run $(BENCH)-plain -c release rxfuzz-bench --engine-only

kernels: ## mean schedules to the first failure of known concurrent programs, by strategy
	$(SWIFT) run -c release rxfuzz-kernels

mutants: ## plant every known bug and demand that the ordinary run finds each
	$(SWIFT) run $(MUTANTS) rxfuzz-mutants

mutants-emit: ## try the tests that are emitted for planted bugs: against the bug, and on the shipped core
	$(SWIFT) run $(MUTANTS) rxfuzz-mutants --emit

mutants-explore: ## count the schedules that explore needs for every planted bug, beside free races
	$(SWIFT) run $(MUTANTS) rxfuzz-mutants-explore

code-coverage: ## say what of RxCore ITERATIONS races of the ordinary run reach, and what they do not
	$(SWIFT) run $(MUTANTS) rxfuzz-code-coverage --iterations $(ITERATIONS)

mutate: ## break RxCore, or LIBRARY whose checkout its _PATH names, at SAMPLE places that SEED draws, and say what is missed
	$(SWIFT) run $(MUTATE) rxfuzz-mutate --seed $(SEED) --sample $(SAMPLE) $(BROKEN)

certificate: ## prove every row's races against disposal in RxCore
	$(SWIFT) build --product rxfuzz
	$(SWIFT) run --skip-build rxfuzz prove $(CERTIFICATE)/plain --bound 2 --quiet
	$(SWIFT) run --skip-build rxfuzz prove $(CERTIFICATE)/ended --bound 2 --quiet
	$(SWIFT) run --skip-build rxfuzz prove $(CERTIFICATE)/timed --bound 1 --quiet
	$(SWIFT) run --skip-build rxfuzz prove $(CERTIFICATE)/endless --bound 0 --quiet

libfuzzer: ## run RxCore under libFuzzer for NIGHTLY_MINUTES; inputs stay in .build-libfuzzer, findings go to corpus
	OUT="$(CURDIR)/.build-libfuzzer/out" SANITIZER=none .clusterfuzzlite/build.sh
	mkdir -p .build-libfuzzer/inputs
	.build-libfuzzer/out/rxfuzz-libfuzzer -max_len=512 -timeout=60 \
	  -max_total_time=$(shell expr $(NIGHTLY_MINUTES) \* 60) .build-libfuzzer/inputs

processors: ## explore small C programs on this processor and on an emulated arm64: both must say the same
	.ci/processors

clean: ## remove everything that was built
	rm -rf .build .build-*

help: ## print this
	@echo "usage: make <command>"
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  %-15s  %s\n", $$1, $$2}' Makefile
	@echo "variables: SEED=$(SEED) ITERATIONS=$(ITERATIONS) NIGHTLY_MINUTES=$(NIGHTLY_MINUTES) NIGHTLY_SEED=... PREFIX=$(PREFIX)"
