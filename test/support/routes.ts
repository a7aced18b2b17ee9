/** All routes of a process, as Nest and Express have them, and how one gets in by each. */
import { Server } from 'node:http';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { onTestFinished, vi } from 'vitest';
import { wayInOf, type WayIn } from '../../src/server/http/access/way-in.js';
import { startTestApp, type TestApp } from './app.js';

export interface Route {
  /** As `GET /api/rooms/:pin/door`. */
  name: string;
  way: WayIn | 'goes-on' | undefined;
}

export interface Routes {
  app: TestApp;
  /** Who has the parts of the process. */
  nest: NestExpressApplication;
  /** All that Express goes through, in its order; those of Nest among them. */
  routes: Route[];
  /** Who hears requests and upgrades of the HTTP server: the files that listen. */
  listeners: string[];
}

interface Layer {
  handle: object;
  name: string;
  route?: { path: string | string[]; stack: { method: string; handle: object }[] };
}

/** Starts a process, which ends with the test, and looks at what it serves. */
export async function readRoutes(env: Record<string, string> = {}): Promise<Routes> {
  const read = await startRoutes(() => startTestApp(env));
  onTestFinished(() => read.app.close());
  return read;
}

/** Looks at what a process serves while it starts. */
export async function startRoutes(start: () => Promise<TestApp>): Promise<Routes> {
  const { on } = Server.prototype;
  const created = vi.spyOn(NestFactory, 'create');
  const listening = vi.spyOn(Server.prototype, 'on');
  const listeners: string[] = [];
  listening.mockImplementation(function (this: Server, event: string, ...rest: never[]) {
    if (event === 'request' || event === 'upgrade') listeners.push(`${event} ${callerOf()}`);
    return Reflect.apply(on, this, [event, ...rest]) as Server;
  } as never);
  const app = await start().finally(() => listening.mockRestore());
  const nest = (await created.mock.results.at(-1)?.value) as NestExpressApplication;
  created.mockRestore();
  const router = (nest.getHttpAdapter().getInstance() as { router: { stack: Layer[] } }).router;
  return { app, nest, routes: router.stack.flatMap(routesOfLayer), listeners };
}

function routesOfLayer({ route, handle, name }: Layer): Route[] {
  if (route === undefined)
    return [{ name: `middleware ${name}/${(handle as Function).length}`, way: wayInOf(handle) }];
  return [route.path].flat().flatMap((path) =>
    route.stack.map((step) => ({
      name: `${step.method.toUpperCase()} ${path}`,
      way: wayInOf(step.handle),
    })),
  );
}

/** The file, without its folder, of whoever called the function that calls this. */
function callerOf(): string {
  const frames = (new Error('where').stack ?? '').split('\n').slice(3);
  const caller = frames.find((frame) => !/node:|vitest|tinyspy|routes\.ts/.test(frame)) ?? '';
  return /([\w.-]+):\d+:\d+\)?$/.exec(caller)?.[1] ?? 'node';
}
