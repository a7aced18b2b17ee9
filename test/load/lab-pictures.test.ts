import { createServer, get, Agent } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { describePictures, type Turn } from '../../load-test/lab/pictures.js';
import { ShapedLinks } from '../../load-test/rig/shaped-links.js';
import { Histogram } from '../../load-test/swarm/histogram.js';
import { sampleResult } from './sample-result.js';

const BYTES = 50_000;

async function shaped(mbitEach: number, mbitAll: number, roundTripMs: number) {
  const body = Buffer.alloc(BYTES, 'x');
  const server = createServer((_, response) => response.end(body)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const links = await ShapedLinks.start(port, { mbitEach, mbitAll, roundTripMs });
  onTestFinished(async () => {
    await links.close();
    server.close();
  });
  return { links, server };
}

/** Tells how long it took, in ms. */
async function load(
  { port }: ShapedLinks,
  phone: string,
  agent = new Agent({ keepAlive: false }),
): Promise<number> {
  const began = performance.now();
  const headers = { 'x-forwarded-for': phone };
  const [response] = await once(get({ host: '127.0.0.1', port, headers, agent }), 'response');
  let bytes = 0;
  for await (const chunk of response) bytes += (chunk as Buffer).length;
  expect(bytes).toBe(BYTES);
  return performance.now() - began;
}

describe('links of phones', () => {
  it('take as long as their bits, each for all connections of its phone', async () => {
    // 1 kB a millisecond.
    const { links } = await shaped(8, 10_000, 0);
    const [first, second] = await Promise.all([load(links, 'a'), load(links, 'a')]);
    expect(Math.min(first, second)).toBeGreaterThanOrEqual(BYTES / 1_000);
    expect(Math.max(first, second)).toBeGreaterThanOrEqual((2 * BYTES) / 1_000);
  });

  it('share the way to the server, and take a round trip to connect and one to ask', async () => {
    const { links } = await shaped(10_000, 8, 100);
    const took = await Promise.all(['a', 'b', 'c'].map((phone) => load(links, phone)));
    expect(Math.max(...took)).toBeGreaterThanOrEqual(200 + (3 * BYTES) / 1_000);
  });

  it('are free for others while somebody connects', async () => {
    const { links, server } = await shaped(10_000, 10_000, 400);
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    await load(links, 'a', agent);
    const ended: string[] = [];
    const connects = once(server, 'connection');
    const newcomer = load(links, 'b').then(() => ended.push('newcomer'));
    await connects;
    const there = load(links, 'a', agent).then(() => ended.push('there'));
    await Promise.all([newcomer, there]);
    expect(ended).toEqual(['there', 'newcomer']);
  });
});

describe('what is told of pictures', () => {
  const turn = (name: string, ms: number[] | undefined, refused = {}): Turn => {
    const histogram = new Histogram();
    for (const one of ms ?? []) histogram.record(one);
    const result = sampleResult();
    result.moves.ms = { count: 10, mean: 60, p50: 60, p95: 115, p99: 130, max: 140 };
    const pictures = ms && { ms: histogram.summary(), bytes: 14_000, refused };
    return { name, played: { result, loops: [] }, roundTripMs: 40, pictures };
  };

  it('is held against the time before the choices, and moves against what the links leave', () => {
    const { tables, faults } = describePictures([
      turn('no pictures', undefined),
      turn('squares', [700, 900]),
      turn('whole pictures', [2_000, 9_000], { 404: 3 }),
    ]);
    expect(tables[0]!.rows.map(([name, value, , , verdict]) => [name, value, verdict])).toEqual([
      ['squares: all phones have all of them', 900, 'met'],
      ['whole pictures: all phones have all of them', 9_000, 'MISSED'],
      ['no pictures: moves p95, less the links', 75, 'met'],
      ['squares: moves p95, less the links', 75, 'met'],
      ['whole pictures: moves p95, less the links', 75, 'met'],
    ]);
    expect(faults).toEqual(['whole pictures: 3 pictures were answered with 404']);
  });
});
