import { SetMetadata } from '@nestjs/common';
import type { Counted } from '../../desk/accounts/desk-door.js';
import type { Account as KnownAccount } from '../../desk/accounts/hosts.js';
import type { Member as KnownMember, MemberRole } from '../../live/room/room-finder.js';

/** How one gets in by a route. Every route declares one (R10.10); the guard refuses those that do not. */
export type WayIn =
  | { kind: 'open' }
  | { kind: 'own-page'; counted: Counted }
  | ({ kind: 'pin' } & PinOptions)
  | { kind: 'member'; role: MemberRole }
  | { kind: 'at-machine'; who: 'operator' | 'anybody' }
  | { kind: 'account'; role: 'host' | 'admin'; counted?: Counted };

interface PinOptions {
  /** A wrong PIN and too many of them are told as such. Else the handler gets no room, and answers as it would for a right one. */
  tells?: true;
  /** Who shows no identity is let in, too. */
  anybody?: true;
}

const WAY_IN = Symbol('WAY_IN');

function declare(way: WayIn): MethodDecorator {
  return SetMetadata(WAY_IN, way);
}

export const OPEN: WayIn = { kind: 'open' };

/** Whoever asks. */
export const Open = () => declare(OPEN);

/** Whoever asks from a page of ours: to sign in, or with the secret of a link in the body. */
export const OwnPage = (counted: Counted = 'request') => declare({ kind: 'own-page', counted });

/** Whoever knows the PIN in the address. Wrong ones are counted (R10.4). */
export const ByPin = (options: PinOptions = {}) => declare({ kind: 'pin', ...options });

/** With the decorators come the types of what they let in. */
export type Account = KnownAccount;
export type Member = KnownMember;

/** Who has a seat in the room of the PIN in the address, or this role in it; all others are refused alike. */
export const Member = (role: MemberRole = 'member') => declare({ kind: 'member', role });

/**
 * Who may keep sets, or says who may. What is no GET is a change, and has to come from a page of ours, unless `counted`
 * says that it only reads.
 */
export const Account = (role: 'host' | 'admin' = 'host', counted?: Counted) =>
  declare({ kind: 'account', role, ...(counted && { counted }) });

/**
 * The person who sits at the machine that runs the server and has shown the operator's key, or is about to (`anybody`), where
 * there is a start page; for all others there is no such route. What is no GET has to come from a page of ours.
 */
export const AtMachine = (who: 'operator' | 'anybody' = 'operator') =>
  declare({ kind: 'at-machine', who });

/** What a handler declares, of Nest or of Express. */
export function wayInOf(handler: object): WayIn | 'goes-on' | undefined {
  return Reflect.getMetadata(WAY_IN, handler) as WayIn | 'goes-on' | undefined;
}

/** Declares it for a handler of Express, or for middleware, which lets everything go on to one. */
export function declared<Handler extends object>(
  handler: Handler,
  way: WayIn | 'goes-on',
): Handler {
  Reflect.defineMetadata(WAY_IN, way, handler);
  return handler;
}
