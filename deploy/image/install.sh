#!/bin/sh
# Builds the project's wheel and installs it with its dependencies into a new environment, from the wheels of
# wheelhouse.sh alone: no index is asked. The environment has neither pip nor the build tools.
# Usage: install.sh WHEELS ENVIRONMENT
set -eu
wheels=$1
environment=$2

tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
python3 -m venv "$tools"
pip() { "$tools/bin/pip" --quiet --disable-pip-version-check --no-cache-dir --no-input "$@"; }

pip wheel --no-index --find-links "$wheels" --no-deps --wheel-dir "$wheels" .
python3 -m venv --without-pip "$environment"
pip --python "$environment/bin/python" install --no-index --find-links "$wheels" true-sabacc
pip --python "$environment/bin/python" check
"$environment/bin/sabacc" version
