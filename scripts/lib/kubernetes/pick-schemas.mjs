/**
 * Makes `schemas.json` anew, for another version of Kubernetes:
 * node scripts/lib/kubernetes/pick-schemas.mjs FOLDER/kubernetes_validate/kubernetes-json-schema/v1.37.0-local-strict
 * where FOLDER is the unpacked wheel of kubernetes-validate (`pip download --no-deps kubernetes-validate==1.37.0`).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const KINDS = [
  'configmap-v1',
  'deployment-apps-v1',
  'horizontalpodautoscaler-autoscaling-v2',
  'ingress-networking-v1',
  'networkpolicy-networking-v1',
  'poddisruptionbudget-policy-v1',
  'secret-v1',
  'service-v1',
];
/** Keywords that say nothing about whether a value is right. */
const SILENT = /^(?:description|x-kubernetes-.*)$/;

const [, , folder] = process.argv;
const read = (file) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
const definitions = read('_definitions.json').$defs;
const picked = {};

function pick(definition) {
  if (definition.$ref !== undefined) return { $ref: `#/$defs/${pickNamed(definition.$ref)}` };
  const kept = Object.entries(definition).filter(([name]) => !SILENT.test(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, pickKeyword(name, value)]));
}

function pickKeyword(name, value) {
  switch (name) {
    // A null stands for a field that is not there, and in a manifest for one that somebody forgot to fill in.
    case 'type':
      return Array.isArray(value) ? value.find((type) => type !== 'null') : value;
    case 'properties':
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, pick(one)]));
    case 'oneOf':
      return value.map(pick);
    case 'items':
      return pick(value);
    case 'additionalProperties':
      return typeof value === 'object' ? pick(value) : value;
    default:
      return value;
  }
}

function pickNamed(ref) {
  const name = ref.split('/').at(-1);
  if (!(name in picked)) {
    picked[name] = undefined;
    picked[name] = pick(definitions[name]);
  }
  return name;
}

const kinds = Object.fromEntries(
  KINDS.map((file) => {
    const { properties, required, ...rest } = pick(read(`${file}.json`));
    const [apiVersion] = properties.apiVersion.enum;
    const [kind] = properties.kind.enum;
    // Written down, kind and name may be missing; in a manifest they may not.
    const must = [...new Set([...(required ?? []), 'apiVersion', 'kind', 'metadata'])];
    return [`${apiVersion} ${kind}`, { ...rest, properties, required: must }];
  }),
);
const lines = (table) =>
  Object.entries(table)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
    .join(',\n');
writeFileSync(
  join(import.meta.dirname, 'schemas.json'),
  `{
"$comment":"Of Kubernetes (Apache License 2.0), by way of kubernetes-validate: pick-schemas.mjs makes it",
"version":"${basename(folder).match(/^v(\d+\.\d+)/)[1]}",
"kinds":{
${lines(kinds)}
},
"$defs":{
${lines(picked)}
}
}
`,
);
