# Targets that guard and install; included by the Makefile.
PREFIX ?= /usr/local
JOBS   := $(shell nproc 2>/dev/null || echo 2)

.PHONY: check
check:  ## install what is missing, build, run everything that guards the program (about 5 minutes)
	@tools/deps.sh check
	+@MAKE="$(MAKE)" tools/check.sh $(B)

.PHONY: unit
unit: tests  ## run the unit tests only
	@tools/check.sh $(B) unit

.PHONY: cli
cli: all  ## run the command-line tests only
	@tests/cli/run.sh $(B)/treeformer

.PHONY: check-page
check-page: all  ## open a report's page in a browser, where chromium is installed
	@tools/check_page.sh $(B)/treeformer

ACCEPT := $(patsubst %.c,$(B)/32/%,$(notdir $(shell grep -l messages_hold tests/*/test_*.c)))
.PHONY: accept
accept: $(ACCEPT)  ## write tests/data/messages/ as the program speaks now, for git diff to review
	@for t in $(ACCEPT); do TF_ACCEPT=1 $$t || exit 1; done; git diff --stat -- tests/data/messages

FAULTS ?= 300
.PHONY: faults
faults: all  ## kill, fail and damage runs, FAULTS=300 of each kind (half an hour)
	@tests/faults.sh $(B)/treeformer $(FAULTS)

.PHONY: format
format:  ## format the C files in place
	tools/format.sh

.PHONY: lint
lint:  ## sizes, widths, leftovers, formatting
	@tools/lint.sh && tools/format.sh --check

.PHONY: layers
layers:  ## which folder may use which
	@tools/layers.sh

.PHONY: asan
asan:  ## unit tests under the address and undefined-behaviour sanitizers
	@$(MAKE) --no-print-directory -j$(JOBS) B=build-asan OPT="-O1 -g -fno-math-errno -ffp-contract=off -fno-omit-frame-pointer" \
	    SAN="-fsanitize=address,undefined -fno-sanitize-recover=undefined" tests
	@tools/check.sh build-asan unit

.PHONY: ubsan
ubsan:  ## unit tests under the undefined-behaviour sanitizer
	@$(MAKE) --no-print-directory -j$(JOBS) B=build-ubsan OPT="-O1 -g -fno-math-errno -ffp-contract=off" \
	    SAN="-fsanitize=undefined -fno-sanitize-recover=undefined" tests
	@tools/check.sh build-ubsan unit

.PHONY: bench
bench: $(BENCHES)  ## speed of the kernels, with the BLAS kernels that fit this CPU
	@for b in $(BENCHES); do echo "$$b"; env -u OPENBLAS_CORETYPE $$b || exit 1; done

.PHONY: install
install: all  ## install the program and the papers' figures below PREFIX (/usr/local)
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/treeformer/experiments
	install -m 755 $(B)/treeformer $(DESTDIR)$(PREFIX)/bin/treeformer
	cp -R experiments/. $(DESTDIR)$(PREFIX)/share/treeformer/experiments/
	@if command -v scdoc >/dev/null; then $(MAKE) --no-print-directory man && install -d $(DESTDIR)$(PREFIX)/share/man/man1 && \
	    install -m 644 $(B)/treeformer.1 $(DESTDIR)$(PREFIX)/share/man/man1/; else echo "install: no scdoc, so no manual page" >&2; fi

.PHONY: man
man: $(B)/treeformer.1  ## build the manual page (needs scdoc)
$(B)/treeformer.1: docs/treeformer.1.scd
	@mkdir -p $(@D)
	scdoc <$< >$@.tmp && mv $@.tmp $@

.PHONY: help
help:  ## this list
	@sed -nE 's/^([a-z-]+):.*  ## (.*)/  \1\t\2/p' $(MAKEFILE_LIST) | expand -t 14
