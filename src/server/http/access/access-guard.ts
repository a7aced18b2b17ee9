import type { IncomingMessage } from 'node:http';
import { NotFoundException, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { DeskDoor } from '../../desk/accounts/desk-door.js';
import type { IdentityService } from '../../platform/identity/identity.js';
import {
  addressOf,
  isOriginAllowed,
  type ProxySettings,
} from '../../platform/identity/request-origin.js';
import { RoomError, TICKET_HEADER } from '../../../protocol/index.js';
import type { MemberRole, RoomFinder, Seeker } from '../../live/room/room-finder.js';
import type { Tickets } from '../../live/room/tickets.js';
import type { StartDoor } from '../start/start-door.js';
import { noteEntered } from './entered.js';
import { wayInOf, type WayIn } from './way-in.js';

/** Of who shows none. */
const NO_IDENTITY = '';
/** The same for everybody who is nothing to a room, or to none. */
const NOT_IN = 'this is for those in the room, whom a page has given an identity';

/** Stands before every route of Nest, and lets in whom the route declares; nothing of a body is read before. */
export class AccessGuard implements CanActivate {
  constructor(
    private readonly finder: RoomFinder,
    private readonly door: DeskDoor,
    private readonly identities: IdentityService,
    private readonly proxy: ProxySettings,
    private readonly start: StartDoor,
    private readonly tickets: Pick<Tickets, 'holderByHttp'>,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const way = wayInOf(context.getHandler());
    const request = context.switchToHttp().getRequest<Request>();
    if (way === undefined || way === 'goes-on')
      throw new Error(`${context.getHandler().name} declares no way in`);
    await this.admit(request, way);
    return true;
  }

  private async admit(request: Request, way: WayIn): Promise<void> {
    switch (way.kind) {
      case 'open':
        return;
      case 'own-page':
        this.door.enter(request, way.counted);
        return noteEntered(request, { asker: () => this.door.strangerOf(request) });
      case 'pin':
        return this.byPin(request, way);
      case 'member':
        return this.asMember(request, way);
      case 'at-machine':
        return this.atMachine(request, way);
      case 'account':
        return this.asAccount(request, way);
    }
  }

  private async byPin(
    request: Request,
    { tells, anybody }: WayIn & { kind: 'pin' },
  ): Promise<void> {
    const seeker = this.seeker(request, anybody === true);
    const roomId = await this.finder.findAgain(pinOf(request), seeker).catch((error: unknown) => {
      if (tells !== true && isWrong(error, anybody === true)) return undefined;
      throw error;
    });
    noteEntered(request, { roomId, seeker, asker: () => this.door.dear.askerOf(seeker) });
  }

  private async asMember(request: Request, { role }: WayIn & { kind: 'member' }): Promise<void> {
    const seeker = this.seeker(request, false);
    const pin = pinOf(request);
    const known = await this.finder.findMember(pin, seeker, role);
    const found = known && { member: known, holder: seeker };
    const shown = request.headers[TICKET_HEADER];
    const { member, holder } =
      found ??
      (typeof shown === 'string' ? await this.byTicket(pin, seeker, role, shown) : undefined) ??
      {};
    if (member === undefined || holder === undefined) throw new RoomError('FORBIDDEN', NOT_IN);
    noteEntered(request, { member, seeker: holder, asker: () => this.door.dear.askerOf(holder) });
  }

  /** A person who has come by a ticket is nobody by the cookie of that browser. */
  private byTicket(pin: string, seeker: Seeker, role: MemberRole, shown: string) {
    return this.finder.findHolder(pin, seeker, role, (roomId) =>
      this.tickets.holderByHttp(roomId, shown, seeker),
    );
  }

  private atMachine(request: IncomingMessage, { who }: WayIn & { kind: 'at-machine' }): void {
    if (!this.start.isFor(request)) throw new NotFoundException();
    if (isRead(request)) this.door.look(request);
    else this.door.enter(request, 'request');
    if (who === 'operator' && !this.start.hasPass(request)) throw new RoomError('NOT_SIGNED_IN');
  }

  private async asAccount(
    request: IncomingMessage,
    { role, counted }: WayIn & { kind: 'account' },
  ): Promise<void> {
    const { door } = this;
    const what = counted ?? (isRead(request) ? 'request' : 'change');
    const account = await (role === 'admin' ? door.admin(request, what) : door.host(request, what));
    noteEntered(request, { account, asker: () => door.askerOf(account, request) });
  }

  /** Throws FORBIDDEN for a page of others that would change something, and for who shows no identity. */
  private seeker(request: IncomingMessage, anybody: boolean): Seeker {
    if (!isRead(request) && !isOriginAllowed(request, this.proxy))
      throw new RoomError('FORBIDDEN', 'foreign page');
    const identityId = this.identities.fromHeaders(request.headers);
    if (identityId === undefined && !anybody) throw new RoomError('FORBIDDEN', NOT_IN);
    return { identityId: identityId ?? NO_IDENTITY, address: addressOf(request, this.proxy) };
  }
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

function pinOf({ params }: Request): string {
  return String(params['pin']);
}

/** Whether no room is to be found; for `anybody`, also where too many were asked for. */
function isWrong(error: unknown, anybody: boolean): boolean {
  if (!(error instanceof RoomError)) return false;
  return error.code === 'ROOM_NOT_FOUND' || (anybody && error.code === 'TOO_MANY_PINS');
}
