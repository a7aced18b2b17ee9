import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { readConfig, SETTINGS } from '../../src/server/platform/config/config.js';
import { runServer } from '../support/child.js';
import { freePorts } from '../support/ports.js';
import { TestRedis } from '../support/redis.js';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const README = read('docs/kubernetes/README.md');

/** As far as it is looked at here. */
interface Manifest {
  kind: string;
  metadata: { name: string };
  spec: Record<string, unknown>;
}
type Labels = Record<string, string>;
interface Probe {
  httpGet: { path: string; port: string };
  periodSeconds: number;
  failureThreshold: number;
}
interface Container {
  name: string;
  image: string;
  command?: string[];
  args?: string[];
  ports: { name: string; containerPort: number }[];
  envFrom: { configMapRef: { name: string } }[];
  env: {
    name: string;
    value?: string;
    valueFrom?: { secretKeyRef: { name: string; key: string; optional?: boolean } };
  }[];
  lifecycle: { preStop: { sleep: { seconds: number } } };
  startupProbe: Probe;
  livenessProbe: Probe;
  readinessProbe: Probe;
  volumeMounts: { name: string; mountPath: string }[];
}
interface DeploymentSpec {
  replicas?: number;
  strategy: object;
  selector: { matchLabels: Labels };
  template: {
    metadata: { labels: Labels; annotations: Labels };
    spec: {
      terminationGracePeriodSeconds: number;
      securityContext: { runAsUser: number };
      topologySpreadConstraints: { labelSelector: { matchLabels: Labels } }[];
      containers: [Container];
      volumes: { name: string }[];
    };
  };
}
interface Kustomization {
  namespace: string;
  resources: string[];
  images: { name: string; newTag: string }[];
  configMapGenerator: { name: string; literals: string[] }[];
  patches?: { target: { kind: string; name: string }; patch: string }[];
}

const { readManifests } = (await import(
  new URL('../../scripts/lib/kubernetes/manifests.mjs', import.meta.url).href
)) as { readManifests: (text: string) => { manifests: Manifest[]; problems: string[] } };

const TEXT = read('docs/kubernetes/madang.yaml');
const { manifests } = readManifests(TEXT);
const specOf = (kind: string): unknown => manifests.find((one) => one.kind === kind)!.spec;
const deployment = specOf('Deployment') as DeploymentSpec;
const { metadata, spec: pod } = deployment.template;
const [container] = pod.containers;
const kustomization = parse(read('docs/kubernetes/kustomization.yaml')) as Kustomization;
const literals = parseEnv(kustomization.configMapGenerator[0]!.literals.join('\n')) as Labels;
const secrets = container.env.flatMap(({ name, valueFrom }) =>
  valueFrom === undefined ? [] : [{ setting: name, ...valueFrom.secretKeyRef }],
);
/** The settings that the program finds, with this Secret. */
const envOf = (secret: Labels): Labels => ({
  ...literals,
  ...Object.fromEntries(
    container.env.map(({ name, value, valueFrom }) => [
      name,
      value ?? secret[valueFrom!.secretKeyRef.key]!,
    ]),
  ),
});
const SECRET = {
  secret: 'a secret of this test',
  'redis-url': 'redis+sentinel://madang:pw@s1,s2,s3/halls',
  'database-url': 'postgres://madang:pw@postgres/madang',
  'host-password': 'come in',
};
const dockerfile = read('Dockerfile');
const inImage = Object.fromEntries(
  [.../^ENV (.*)$/m.exec(dockerfile)![1]!.matchAll(/(\w+)=(\S+)/g)].map(([, k, v]) => [k!, v!]),
);
const portOf = (name: string): number =>
  container.ports.find((port) => port.name === name)!.containerPort;
const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe];

describe('npm run kubernetes', () => {
  it('finds nothing wrong with the manifests and the examples for people', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/kubernetes.mjs'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
    expect(manifests.map(({ kind }) => kind)).toEqual([
      'Deployment',
      'Service',
      'PodDisruptionBudget',
      'HorizontalPodAutoscaler',
      'NetworkPolicy',
    ]);
  });

  it('fails, and names file and field', () => {
    const dir = mkdtempSync(join(tmpdir(), 'madang-'));
    onTestFinished(() => rmSync(dir, { recursive: true }));
    const broken = join(dir, 'broken.yaml');
    writeFileSync(broken, TEXT.replace('minReadySeconds: 10', 'minReadySecond: 10'));
    const guide = join(dir, 'guide.md');
    writeFileSync(guide, README.replace('pathType: Prefix', 'pathTyp: Prefix'));
    const { status, stderr } = spawnSync(
      process.execPath,
      ['scripts/kubernetes.mjs', broken, guide],
      { cwd: ROOT, encoding: 'utf8' },
    );
    expect(status).toBe(1);
    expect(stderr).toContain(`${broken}: Deployment madang, spec: Unrecognized key`);
    expect(stderr).toMatch(/guide\.md: Ingress madang, spec\.rules\.0\.http\.paths\.0/);
  });

  it.each([
    ['replicas: two', 'minReadySeconds: 10', 'replicas: two', 'spec.replicas'],
    ['a port in quotes', 'containerPort: 3000', "containerPort: '3000'", 'ports.0.containerPort'],
    ['a number without quotes', "value: '9100'", 'value: 9100', 'env.0.value'],
    ['a field that is left empty', 'maxUnavailable: 0', 'maxUnavailable:', 'maxUnavailable'],
    ['a field too far left', '      containers:\n', '    containers:\n', 'same column'],
    ['a selector that is missing', /^ {2}selector:\n.*\n/m, '', 'spec.selector'],
    ['no kind', 'kind: Service', 'kin: Service', 'kind undefined'],
    ['an older version', 'autoscaling/v2', 'autoscaling/v2beta2', 'autoscaling/v2beta2'],
    ['a key twice', 'minReadySeconds: 10', 'minReadySeconds: 10\n  minReadySeconds: 9', 'unique'],
    ['a mistake in YAML', 'drop: [ALL]', 'drop: [ALL', 'Flow sequence'],
  ])('fails at %s', (_, from, to, named) => {
    const text = TEXT.replace(from, to);
    expect(text).not.toBe(TEXT);
    expect(readManifests(text).problems.join('\n')).toContain(named);
  });

  it.each(['', '# nothing\n', 'a text', '[]', '---\n'])('fails at a file of %j', (text) => {
    expect(readManifests(text).problems).not.toEqual([]);
  });
});

describe('the manifests for Kubernetes', () => {
  it('give the program settings that it has, and takes', () => {
    const env = envOf(SECRET);
    const known = SETTINGS;
    expect(Object.keys(env).filter((name) => !known.includes(name))).toEqual([]);
    expect(readConfig({ ...inImage, ...env })).toMatchObject({
      INTERNAL_PORT: { port: 9100 },
      SUPERVISED: true,
      REDIS_URL: SECRET['redis-url'],
      SECRET: SECRET.secret,
    });
    expect(container.envFrom).toEqual([
      { configMapRef: { name: kustomization.configMapGenerator[0]!.name } },
    ]);
  });

  it('have the keys of the Secret that people are told to make', () => {
    expect(secrets.map(({ setting }) => setting)).toEqual([
      'SECRET',
      'REDIS_URL',
      'DATABASE_URL',
      'HOST_PASSWORD',
    ]);
    const told = [...README.matchAll(/--from-literal=([\w-]+)=/g)].map(([, key]) => key!);
    expect(secrets.map(({ key }) => key)).toEqual(told);
    for (const { name } of secrets) expect(README).toContain(`create secret generic ${name} `);
    const optional = secrets.flatMap((one) => (one.optional === true ? [`\`${one.key}\``] : []));
    expect(README).toContain(`${optional.join(' and ')} may be left out`);
    const { 'database-url': _, 'host-password': __, ...least } = SECRET;
    expect(() => readConfig({ ...inImage, ...envOf(least) })).not.toThrow();
  });

  it('run the image as it is: user, port, folder, command', () => {
    expect(container.command ?? container.args).toBeUndefined();
    expect(dockerfile).toMatch(/^USER node$/m);
    // `node` has this number in the image of Node.js.
    expect(pod.securityContext.runAsUser).toBe(1000);
    expect(dockerfile).toMatch(RegExp(`^EXPOSE ${portOf('http')}$`, 'm'));
    expect(inImage['PORT']).toBe(String(portOf('http')));
    expect(inImage['HOST']).toBe('0.0.0.0');
    const [volume] = container.volumeMounts;
    expect(dockerfile).toMatch(RegExp(`^VOLUME ${volume!.mountPath}$`, 'm'));
    expect(envOf(SECRET)['DATA_DIR']).toMatch(RegExp(`^${volume!.mountPath}/\\w+$`));
    expect(pod.volumes.map(({ name }) => name)).toEqual([volume!.name]);
    const { version } = JSON.parse(read('package.json')) as { version: string };
    expect(kustomization.images).toMatchObject([{ name: container.image, newTag: version }]);
  });

  it('give a pod the time that it needs to end', () => {
    const [, seconds] = /stop_grace_period: (\d+)s/.exec(read('docker-compose.yml'))!;
    const { sleep } = container.lifecycle.preStop;
    expect(sleep.seconds).toBeGreaterThanOrEqual(10);
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(sleep.seconds + Number(seconds));
    expect(read('ecosystem.config.js')).toContain(`kill_timeout: ${seconds}_000`);
  });

  it('replace one pod at a time, and leave their number to the autoscaler', () => {
    expect(deployment.strategy).toEqual({
      type: 'RollingUpdate',
      rollingUpdate: { maxSurge: 1, maxUnavailable: 0 },
    });
    expect(deployment.replicas).toBeUndefined();
    expect(specOf('HorizontalPodAutoscaler')).toMatchObject({
      scaleTargetRef: { kind: 'Deployment', name: 'madang' },
      minReplicas: 2,
    });
    expect(specOf('PodDisruptionBudget')).toMatchObject({ maxUnavailable: 1 });
  });

  it('find the pods, and their ports, by names that there are', () => {
    const { labels } = metadata;
    for (const selector of [
      deployment.selector.matchLabels,
      pod.topologySpreadConstraints[0]!.labelSelector.matchLabels,
      (specOf('Service') as { selector: Labels }).selector,
      (specOf('PodDisruptionBudget') as { selector: { matchLabels: Labels } }).selector.matchLabels,
      (specOf('NetworkPolicy') as { podSelector: { matchLabels: Labels } }).podSelector.matchLabels,
    ])
      expect(selector).toEqual(labels);
    // Only the port of players is to be had from outside.
    expect(specOf('Service')).toMatchObject({ ports: [{ name: 'http', targetPort: 'http' }] });
    const { ingress } = specOf('NetworkPolicy') as {
      ingress: { ports: { port: string }[]; from?: object[] }[];
    };
    const names = container.ports.map(({ name }) => name);
    expect(ingress.flatMap(({ ports }) => ports.map(({ port }) => port))).toEqual(names);
    expect(ingress.filter(({ from }) => from === undefined)).toEqual([
      { ports: [{ port: 'http' }] },
    ]);
    for (const { httpGet } of probes) expect(httpGet.port).toBe('internal');
    expect(portOf('internal')).toBe(Number(envOf(SECRET)['INTERNAL_PORT']));
    expect(metadata.annotations['prometheus.io/port']).toBe(String(portOf('internal')));
  });

  it('ask a process that is there, also while its Redis is away, and hide figures from players', async () => {
    const redis = await TestRedis.start();
    onTestFinished(() => redis.stop());
    const dir = mkdtempSync(join(tmpdir(), 'madang-'));
    onTestFinished(() => rmSync(dir, { recursive: true }));
    const internalPort = await freePorts();
    const { 'database-url': _, ...secret } = { ...SECRET, 'redis-url': redis.url };
    const server = await runServer({
      ...inImage,
      ...envOf(secret),
      HOST: '127.0.0.1',
      PORT: '0',
      DATABASE_URL: '',
      INTERNAL_PORT: String(internalPort),
      DATA_DIR: join(dir, 'madang'),
    });
    onTestFinished(() => server.stop());
    const statusAt = async (path: string, port = internalPort): Promise<number> =>
      (await fetch(`http://127.0.0.1:${port}${path}`)).status;
    const figures = metadata.annotations['prometheus.io/path']!;
    expect(await statusAt(figures)).toBe(200);
    expect(await statusAt(figures, server.port)).toBe(404);
    // With Redis and a SECRET nothing is kept there, so the volume may be small, and gone with the pod.
    expect(existsSync(join(dir, 'madang/secret'))).toBe(false);
    await redis.kill();
    await expect.poll(() => statusAt('/health/ready')).toBe(503);
    for (const { httpGet } of probes) expect(await statusAt(httpGet.path)).toBe(200);
  });

  it('are replaced as a whole by the example for releases that end open rooms', () => {
    const blocks = [...README.matchAll(/^```yaml\n(.*?)^```$/gms)].map(
      ([, text]) => parse(text!) as Manifest & Kustomization,
    );
    expect(blocks.map(({ kind }) => kind)).toEqual(['Ingress', 'Kustomization']);
    const [, { patches, configMapGenerator, resources }] = blocks as [unknown, Kustomization];
    expect({ configMapGenerator, resources }).toEqual({
      configMapGenerator: kustomization.configMapGenerator,
      resources: kustomization.resources,
    });
    const [{ target, patch }] = patches as [{ target: object; patch: string }];
    expect(target).toEqual({ kind: 'Deployment', name: 'madang' });
    expect(parse(patch)).toEqual([
      { op: 'replace', path: '/spec/strategy', value: { type: 'Recreate' } },
    ]);
    const changed = TEXT.replace(/type: RollingUpdate\n.*rollingUpdate: .*\n/, 'type: Recreate\n');
    expect(changed).toContain('Recreate');
    expect(readManifests(changed).problems).toEqual([]);
    for (const file of kustomization.resources)
      expect(existsSync(join(ROOT, 'docs/kubernetes', file))).toBe(true);
  });
});
