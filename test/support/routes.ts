/** All routes of a process, as Nest and Express have them, and how one gets in by each. */
import { Server } from 'node:http';
import { RequestMethod } from '@nestjs/common';
import { INTERCEPTORS_METADATA, METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer, NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { onTestFinished, vi } from 'vitest';
import type { z } from 'zod';
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

/** Returns the schemas of bodies that are read as small JSON, by the name of the route. */
export function bodySchemas(nest: NestExpressApplication): Map<string, z.ZodType> {
  const found = new Map<string, z.ZodType>();
  const controllers = [...nest.get(ModulesContainer).values()].flatMap((module) => [
    ...module.controllers.values(),
  ]);
  for (const { metatype } of controllers) {
    const { prototype } = metatype as { prototype: Record<string, object> };
    const base = String(Reflect.getMetadata(PATH_METADATA, metatype as object));
    for (const handler of Object.getOwnPropertyNames(prototype).map((name) => prototype[name]!)) {
      const readers = (Reflect.getMetadata(INTERCEPTORS_METADATA, handler) ?? []) as object[];
      const [schema] = readers.flatMap((reader) => ('schema' in reader ? [reader.schema] : []));
      if (schema === undefined) continue;
      const path = String(Reflect.getMetadata(PATH_METADATA, handler));
      const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as number];
      const parts = `${base}/${path}`.split('/').filter((part) => part !== '');
      found.set(`${method} /${parts.join('/')}`, schema as z.ZodType);
    }
  }
  return found;
}

/** The file, without its folder, of whoever called the function that calls this. */
function callerOf(): string {
  const frames = (new Error('where').stack ?? '').split('\n').slice(3);
  const caller = frames.find((frame) => !/node:|vitest|tinyspy|routes\.ts/.test(frame)) ?? '';
  return /([\w.-]+):\d+:\d+\)?$/.exec(caller)?.[1] ?? 'node';
}
