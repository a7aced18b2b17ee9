/** The names that may stand at the top of the project, so that a newcomer sees there what it is. */
export const CODE = ['src', 'test', 'load-test'];

const TOP_LEVEL = [
  ...CODE,
  'package.json',
  'package-lock.json',
  'nginx',
  'ecosystem.config.js',
  'docker-compose.yml',
  'Dockerfile',
  'README.md',
  'LICENSE',
  'THIRD_PARTY.md',
  'CONTRIBUTING.md',
  'RULES.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'vite.config.ts',
  'vitest.config.ts',
  'knip.json',
  'scripts',
  'docs',
  // Notes of those who look the project over.
  'findings',
];

/** Takes the paths of all files; a name that begins with a dot is for tools. */
export function strangeTopLevelEntries(files) {
  const entries = new Set(files.map((path) => path.split('/')[0]));
  return [...entries]
    .filter((name) => !name.startsWith('.') && !/^tsconfig.*\.json$/.test(name))
    .filter((name) => !TOP_LEVEL.includes(name))
    .map(
      (name) => `${name}: the top level is for the entries that scripts/lib/top-level.mjs lists`,
    );
}
