import type { InvitedRole, ListedHost, MadeInvite, ShownInvite } from '../../src/protocol/index.js';
import { JSON_TYPE, type DeskApp } from './desk-app.js';

export const PASSWORD = 'eight or more';

type Headers = Record<string, string>;

/** The header by which a browser is known that was given a cookie. */
export function cookieIn({ headers }: Response): { cookie: string } {
  return { cookie: (headers.get('set-cookie') ?? '').split(';')[0] ?? '' };
}

/** What people do with invitations, names and passwords. */
export class AccountsDesk {
  constructor(private readonly desk: DeskApp) {}

  post(path: string, body: object, headers: Headers = {}): Promise<Response> {
    return this.desk.send('POST', path, { ...JSON_TYPE, ...headers }, JSON.stringify(body));
  }

  put(path: string, body: object, headers: Headers = {}): Promise<Response> {
    return this.desk.send('PUT', path, { ...JSON_TYPE, ...headers }, JSON.stringify(body));
  }

  async invite(by: Headers, role: InvitedRole = 'host', note = ''): Promise<MadeInvite> {
    const response = await this.post('/invites', { role, note }, by);
    if (response.status !== 201) throw new Error(await response.text());
    return (await response.json()) as MadeInvite;
  }

  async look(token: string): Promise<ShownInvite> {
    return (await (await this.post('/invite', { token })).json()) as ShownInvite;
  }

  use(token: string, name: string, password = PASSWORD): Promise<Response> {
    return this.post('/invite/use', { token, name, password });
  }

  signIn(name: string, password: string, headers: Headers = {}): Promise<Response> {
    return this.post('/session', { name, password }, headers);
  }

  /** Invites somebody who comes; returns the header of their browser. */
  async newHost(name: string, role: InvitedRole = 'host'): Promise<{ cookie: string }> {
    const { token } = await this.invite(await this.desk.signIn(), role);
    const response = await this.use(token, name);
    if (response.status !== 204) throw new Error(await response.text());
    return cookieIn(response);
  }

  async find(by: { cookie: string }, name: string): Promise<ListedHost> {
    const list = await this.desk.read<ListedHost[]>('/hosts', by);
    const found = list.find((host) => host.name === name);
    if (found === undefined) throw new Error(`no host is called ${name}`);
    return found;
  }
}
