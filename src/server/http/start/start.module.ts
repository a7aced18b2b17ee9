import { Module, type DynamicModule } from '@nestjs/common';
import { ROOMS_IN_USE, type RoomsInUse } from '../../live/room/running-games.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { PROXY_SETTINGS, type ProxySettings } from '../../platform/identity/request-origin.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { Arrivals } from './arrivals.js';
import { StartController } from './start.controller.js';
import { StartDesk, type StartDeskParts } from './start-desk.js';
import { StartDoor } from './start-door.js';
import { ThisMachine } from '../this-machine.js';

export interface StartSettings extends Pick<StartDeskParts, 'hall' | 'port' | 'stop' | 'version'> {
  /** The name of this process; a ticket to the page has it. */
  nonce: string;
}

/** The page for the person at the machine that runs the server. The guard of all routes asks for its door. */
@Module({})
export class StartModule {
  static forRoot({ nonce, ...settings }: StartSettings): DynamicModule {
    return {
      module: StartModule,
      global: true,
      imports: [AccountsModule],
      controllers: [StartController],
      providers: [
        {
          provide: Arrivals,
          inject: [ThisMachine],
          useFactory: (machine: ThisMachine) => new Arrivals(machine),
        },
        {
          provide: StartDoor,
          inject: [CONFIG, ThisMachine, PROXY_SETTINGS],
          useFactory: (config: Config, machine: ThisMachine, proxy: ProxySettings) =>
            new StartDoor(config, nonce, machine, proxy),
        },
        {
          provide: StartDesk,
          inject: [CONFIG, Arrivals, ROOMS_IN_USE],
          useFactory: ({ SECRET, ROOMS }: Config, arrivals: Arrivals, inUse: () => RoomsInUse) =>
            new StartDesk({
              ...settings,
              secret: SECRET,
              arrivals,
              inUse,
              roomsGoOn: ROOMS === 'kept',
            }),
        },
      ],
      exports: [StartDoor],
    };
  }
}
