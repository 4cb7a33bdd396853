// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the jar's manifest. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = FilterBlockTool.class.getPackage().getImplementationVersion();
        return new String[] {"filterblock " + (version == null ? "(development)" : version)};
    }
}
