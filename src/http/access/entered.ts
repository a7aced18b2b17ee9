import type { IncomingMessage } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Account } from '../../hosts/hosts.js';
import type { Member, Seeker } from '../../room/room-finder.js';

/** What the guard found out about who asks. */
interface Entered {
  account?: Account;
  member?: Member;
  /** Undefined for a wrong PIN where the route does not tell. */
  roomId?: string | undefined;
  seeker?: Seeker;
}

const requests = new WeakMap<IncomingMessage, Entered>();

export function noteEntered(request: IncomingMessage, entered: Entered): void {
  requests.set(request, entered);
}

function given(name: keyof Entered) {
  return createParamDecorator((_: unknown, context: ExecutionContext) => {
    const request = context.switchToHttp().getRequest<IncomingMessage>();
    return requests.get(request)?.[name];
  });
}

/** Parameters of handlers: `Account` of `@Account`, `Member` of `@Member`, room and `Seeker` of `@ByPin`. */
export const SignedIn = given('account');
export const AsMember = given('member');
export const RoomId = given('roomId');
export const Asking = given('seeker');
