/** Payloads of `/api/desk` about who may keep quiz sets: invitations, names and passwords, and their list. */

/** The role that an invitation gives: a host keeps sets, an admin invites others and ends their accounts, too. */
export type InvitedRole = 'host' | 'admin';

/** Body of `POST /api/desk/session` with a name and a password. */
export interface LoginRequest {
  name: string;
  password: string;
}

/** Body of `POST /api/desk/invites`, which makes a link. */
export interface InviteRequest {
  role: InvitedRole;
  /** For whom it is, as whoever made it will read it in the list. */
  note: string;
}

/** The answer, and that of `POST /api/desk/hosts/:id/invite`: the token is told once. */
export interface MadeInvite {
  /** Stands behind `/desk#invite=`. */
  token: string;
  expiresAt: number;
}

/** `GET /api/desk/invites`: those that can still be used, the latest first. */
export interface OpenInvite {
  id: string;
  role: InvitedRole;
  note: string;
  createdAt: number;
  expiresAt: number;
  /** The name of a host who gets a new password by it. */
  resets: string | null;
}

/** Answer to `POST /api/desk/invite`, which uses nothing up. */
export interface ShownInvite {
  role: InvitedRole;
  resets: string | null;
}

/** Body of `POST /api/desk/invite/use`, which also signs in; a new password needs no name. */
export interface UseInviteRequest {
  token: string;
  name?: string;
  password: string;
}

/** Body of `PUT /api/desk/password`; all other browsers of the account are signed out. */
export interface PasswordRequest {
  current: string;
  password: string;
}

/** `GET /api/desk/hosts`: everybody who came by an invitation, by name. */
export interface ListedHost {
  id: string;
  name: string;
  role: InvitedRole;
  createdAt: number;
  seenAt: number;
  sets: number;
  bytes: number;
  isDisabled: boolean;
  /** True for the account that asks. */
  isSelf: boolean;
}

/** Body of `PUT /api/desk/hosts/:id`. */
export interface HostChange {
  isDisabled: boolean;
}
