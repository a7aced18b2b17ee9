import type { IncomingMessage } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Account } from '../../desk/accounts/hosts.js';
import type { Asker } from '../../platform/rate/lane.js';
import type { Member, Seeker } from '../../live/room/room-finder.js';

/** What the guard found out about who asks. */
interface Entered {
  account?: Account;
  member?: Member;
  /** Undefined for a wrong PIN where the route does not tell. */
  roomId?: string | undefined;
  seeker?: Seeker;
  /** On whose behalf something dear is done (R10.6); worked out for routes that ask. */
  asker: () => Asker;
}

const requests = new WeakMap<IncomingMessage, Entered>();

export function noteEntered(request: IncomingMessage, entered: Entered): void {
  requests.set(request, entered);
}

/** One of these things, for what reads the body of a request that the guard has let in with it. */
export function enteredWith<Name extends keyof Entered>(
  request: IncomingMessage,
  name: Name,
): NonNullable<Entered[Name]> {
  const one = requests.get(request)?.[name];
  if (one === undefined) throw new Error(`the way in of this route finds no ${name}`);
  return one;
}

function given(pick: (entered: Entered | undefined) => unknown) {
  return createParamDecorator((_: unknown, context: ExecutionContext) =>
    pick(requests.get(context.switchToHttp().getRequest<IncomingMessage>())),
  );
}

/** Parameters of handlers: `Account` of `@Account`, `Member` of `@Member`, room and `Seeker` of `@ByPin`. */
export const SignedIn = given((entered) => entered?.account);
export const AsMember = given((entered) => entered?.member);
export const RoomId = given((entered) => entered?.roomId);
export const Asking = given((entered) => entered?.seeker);
/** `Asker`, of all of them and of `@OwnPage`. */
export const OnBehalf = given((entered) => entered?.asker());
