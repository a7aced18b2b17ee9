import { join } from 'node:path';
import type { Provider } from '@nestjs/common';
import type { Config } from './config.js';
import type { Database } from './database/database.js';
import { ACCOUNTS, buildAccounts, type AccountParts } from './hosts/account-parts.js';
import { DeskDoor } from './hosts/desk-door.js';
import { Hosts } from './hosts/hosts.js';
import { AccountsController } from './http/accounts.controller.js';
import { DeskSessionController } from './http/desk-session.controller.js';
import { ResultsController } from './http/results.controller.js';
import type { IdentityService } from './identity/identity.js';
import type { ProxySettings } from './identity/request-origin.js';
import { ArchiveController } from './quiz/edge/archive.controller.js';
import { DeskController } from './quiz/edge/desk.controller.js';
import { ImagesController } from './quiz/edge/images.controller.js';
import { PicturesController } from './quiz/edge/pictures.controller.js';
import { ShareController } from './quiz/edge/share.controller.js';
import { HostedQuizBank } from './quiz/kept/hosted-bank.js';
import { ImageEncoder } from './quiz/images/encoder.js';
import { KeptImages } from './quiz/images/kept-images.js';
import { PictureImport } from './quiz/kept/brought-pictures.js';
import { KeptSets } from './quiz/kept/kept-sets.js';
import { ShareLinks } from './quiz/kept/share-links.js';
import { AttemptLimit, WRONG_KEYS } from './rate/attempt-limit.js';
import { KeptGames } from './results/kept-games.js';
import { Results } from './results/results.js';
import { GamePictures } from './room/game-pictures.js';
import { QUIZ_BANK, type QuizBank } from './room/quiz-bank.js';
import type { StoreParts, StoreStatus } from './store/parts.js';

const ENCODER_FILE = join(import.meta.dirname, 'quiz/images/encode-process.js');

/** What hosts keep, and who they are. */
export interface DeskParts {
  hosts: Hosts;
  accounts: AccountParts;
  kept: KeptSets;
  images: KeptImages;
  encoder: ImageEncoder;
  links: ShareLinks;
  results: Results;
  /** Those of the games here. */
  pictures: GamePictures;
  door: DeskDoor;
  /** The sets of everybody, and of each host. */
  bank: QuizBank;
  /** Of the store, with what is wrong with the database, which keeps no game from going on. */
  status: () => StoreStatus;
  close: () => void;
}

export function buildDesk(
  { HOSTS: policy, SECRET: secret, RESULTS_DAYS: days, TRACKS_DAYS: tracksDays }: Config,
  database: Database,
  forAll: QuizBank,
  stored: StoreParts,
  identities: IdentityService,
  proxy: ProxySettings,
  failed: (error: unknown) => void,
  encoderFile: string = ENCODER_FILE,
): DeskParts {
  const wrongKeys = new AttemptLimit(WRONG_KEYS, stored.counts);
  const hosts = new Hosts(database, { policy, secret }, wrongKeys);
  const kept = new KeptSets(database);
  const images = new KeptImages(database, failed);
  images.start();
  const encoder = new ImageEncoder(encoderFile);
  const results = new Results(database, hosts, stored.store, { days, tracksDays, failed });
  return {
    hosts,
    accounts: buildAccounts(database, stored.counts),
    kept,
    images,
    encoder,
    links: new ShareLinks(database),
    results,
    pictures: new GamePictures((id) =>
      images.load(id).catch((error: unknown) => {
        failed(error);
        return undefined;
      }),
    ),
    door: new DeskDoor(hosts, identities, proxy),
    bank: new HostedQuizBank(forAll, kept),
    status: () => {
      const { warnings, ...status } = stored.status();
      const { problem } = database;
      const more = problem === undefined ? [] : [`the database ${problem}`];
      return { ...status, warnings: [...warnings, ...more, ...results.warnings] };
    },
    close: () => {
      images.close();
      encoder.close();
    },
  };
}

export const DESK_CONTROLLERS = [
  DeskController,
  ArchiveController,
  DeskSessionController,
  AccountsController,
  ImagesController,
  PicturesController,
  ShareController,
  ResultsController,
];

/** What controllers ask for. */
export function deskProviders(parts: DeskParts): Provider[] {
  const { bank, hosts, accounts, kept, links, results, images, encoder, pictures, door } = parts;
  return [
    { provide: ACCOUNTS, useValue: accounts },
    { provide: QUIZ_BANK, useValue: bank },
    { provide: Hosts, useValue: hosts },
    { provide: KeptSets, useValue: kept },
    { provide: ShareLinks, useValue: links },
    { provide: KeptGames, useValue: results.games },
    { provide: KeptImages, useValue: images },
    { provide: ImageEncoder, useValue: encoder },
    { provide: PictureImport, useValue: new PictureImport(images, encoder) },
    { provide: GamePictures, useValue: pictures },
    { provide: DeskDoor, useValue: door },
  ];
}
