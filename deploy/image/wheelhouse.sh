#!/bin/sh
# Fills a folder with the locked packages as wheels, each one checked against the hashes of requirements/run.txt: the
# only step of the image that needs a network. Usage: wheelhouse.sh WHEELS
set -eu
wheels=$1

tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
python3 -m venv "$tools"
mkdir -p "$wheels"
"$tools/bin/pip" download --quiet --disable-pip-version-check --no-cache-dir --no-input \
    --only-binary :all: --require-hashes --requirement requirements/run.txt --dest "$wheels"
