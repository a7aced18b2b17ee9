/** Whether manifests are as Kubernetes takes them, by the schemas of its own API, so that no network is needed. */
import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';

const { version, kinds, $defs } = JSON.parse(
  readFileSync(new URL('schemas.json', import.meta.url), 'utf8'),
);
export const KUBERNETES = version;

/** The fields that we use; kustomize is no part of Kubernetes' API, which has schemas. */
const kustomization = z.strictObject({
  apiVersion: z.literal('kustomize.config.k8s.io/v1beta1'),
  kind: z.literal('Kustomization'),
  namespace: z.string().optional(),
  resources: z.array(z.string()).min(1),
  images: z
    .array(z.strictObject({ name: z.string(), newName: z.string(), newTag: z.string() }))
    .optional(),
  configMapGenerator: z
    .array(z.strictObject({ name: z.string(), literals: z.array(z.string().regex(/^[A-Z_]+=./)) }))
    .optional(),
  patches: z
    .array(
      z.strictObject({
        target: z.strictObject({ kind: z.string(), name: z.string() }),
        patch: z.string(),
      }),
    )
    .optional(),
});

const schemas = new Map([['kustomize.config.k8s.io/v1beta1 Kustomization', kustomization]]);

function schemaOf(name) {
  if (!schemas.has(name) && Object.hasOwn(kinds, name))
    schemas.set(name, z.fromJSONSchema({ ...kinds[name], $defs }));
  return schemas.get(name);
}

const messagesOf = ({ code, path, message, errors }, before = []) => {
  const whole = [...before, ...path];
  // One of several kinds of value, as a number or a percentage.
  if (code === 'invalid_union') return errors.flat().flatMap((one) => messagesOf(one, whole));
  return [`${whole.join('.') || 'the whole'}: ${message}`];
};

function problemsOfManifest(manifest) {
  const { apiVersion, kind, metadata } = manifest ?? {};
  const schema = schemaOf(`${apiVersion} ${kind}`);
  if (schema === undefined) return [`no schema of apiVersion ${apiVersion}, kind ${kind}`];
  const { error } = schema.safeParse(manifest);
  const name = [kind, metadata?.name].filter(Boolean).join(' ');
  return (error?.issues ?? []).flatMap((issue) => messagesOf(issue)).map((m) => `${name}, ${m}`);
}

/** The manifests in a text of YAML, and what is wrong with them. */
export function readManifests(text) {
  const documents = parseAllDocuments(text);
  if (documents.length === 0) return { manifests: [], problems: ['no manifest is in it'] };
  const unread = documents.flatMap(({ errors, warnings }) => [...errors, ...warnings]);
  if (unread.length > 0)
    return { manifests: [], problems: unread.map(({ message }) => message.split('\n')[0]) };
  const manifests = documents.map((document) => document.toJS());
  return { manifests, problems: manifests.flatMap(problemsOfManifest) };
}
