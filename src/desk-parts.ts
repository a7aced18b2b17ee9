import { join } from 'node:path';
import type { Provider } from '@nestjs/common';
import type { Config } from './config/config.js';
import type { Database } from './database/database.js';
import { ACCOUNTS, buildAccounts, type AccountParts } from './hosts/account-parts.js';
import type { NoteReset } from './hosts/invitations.js';
import { DeskDoor } from './hosts/desk-door.js';
import { Hosts } from './hosts/hosts.js';
import { AccountsController } from './http/accounts/accounts.controller.js';
import { DeskSessionController } from './http/accounts/desk-session.controller.js';
import { ResultsController } from './http/results/results.controller.js';
import type { IdentityService } from './identity/identity.js';
import type { ProxySettings } from './identity/request-origin.js';
import { ArchiveController } from './http/sets/archive.controller.js';
import { DeskController } from './http/sets/desk.controller.js';
import { ImagesController } from './http/pictures/images.controller.js';
import { PicturesController } from './http/pictures/pictures.controller.js';
import { QuizController } from './http/rooms/quiz.controller.js';
import { ReadySetsController } from './http/sets/ready-sets.controller.js';
import { ShareController } from './http/sets/share.controller.js';
import { OneAtATime } from './quiz/child/one-at-a-time.js';
import { QuizFileReader } from './quiz/files/file-reader.js';
import { HostedQuizBank } from './quiz/kept/hosted-bank.js';
import { ImageEncoder } from './quiz/images/encoder.js';
import { KeptImages } from './quiz/images/kept-images.js';
import { PictureImport } from './quiz/kept/brought-pictures.js';
import { KeptSets } from './quiz/kept/kept-sets.js';
import { ShareLinks } from './quiz/kept/share-links.js';
import { AttemptLimit, WRONG_KEYS } from './rate/attempt-limit.js';
import { DearRequests } from './rate/dear.js';
import { KeptGames } from './results/kept-games.js';
import { MadeResults } from './results/made-results.js';
import { Results } from './results/results.js';
import { GamePictures } from './room/game-pictures.js';
import { QUIZ_BANK, type QuizBank } from './room/quiz-bank.js';
import type { StoreParts, StoreStatus } from './store/parts.js';

/** Of the child processes, beside the built program. */
const ENCODER_FILE = 'quiz/images/encode-process.js';
const READER_FILE = 'quiz/files/read-process.js';

/** What hosts keep, and who they are. */
export interface DeskParts {
  hosts: Hosts;
  accounts: AccountParts;
  kept: KeptSets;
  images: KeptImages;
  encoder: ImageEncoder;
  reader: QuizFileReader;
  links: ShareLinks;
  results: Results;
  /** Those of the games here. */
  pictures: GamePictures;
  door: DeskDoor;
  dear: DearRequests;
  made: MadeResults;
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
  dear: DearRequests,
  noted: NoteReset,
  builtDir: string = import.meta.dirname,
): DeskParts {
  const wrongKeys = new AttemptLimit(WRONG_KEYS, stored.counts);
  const hosts = new Hosts(database, { policy, secret }, wrongKeys);
  const kept = new KeptSets(database);
  const images = new KeptImages(database, failed);
  images.start();
  const turns = new OneAtATime();
  const encoder = new ImageEncoder(join(builtDir, ENCODER_FILE), undefined, undefined, turns);
  const reader = new QuizFileReader(join(builtDir, READER_FILE), turns);
  const results = new Results(database, hosts, stored.store, { days, tracksDays, failed });
  return {
    hosts,
    accounts: buildAccounts(database, stored.counts, secret, noted),
    kept,
    images,
    encoder,
    reader,
    dear,
    made: new MadeResults(dear),
    links: new ShareLinks(database),
    results,
    pictures: new GamePictures((id) =>
      images.load(id).catch((error: unknown) => {
        failed(error);
        return undefined;
      }),
    ),
    door: new DeskDoor(hosts, identities, proxy, dear),
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
      reader.close();
    },
  };
}

export const DESK_CONTROLLERS = [
  QuizController,
  DeskController,
  ArchiveController,
  DeskSessionController,
  AccountsController,
  ImagesController,
  PicturesController,
  ReadySetsController,
  ShareController,
  ResultsController,
];

/** What controllers ask for. */
export function deskProviders(parts: DeskParts): Provider[] {
  const { bank, hosts, accounts, kept, links, results, images, encoder, reader } = parts;
  const { pictures, door, dear, made } = parts;
  return [
    { provide: ACCOUNTS, useValue: accounts },
    { provide: QUIZ_BANK, useValue: bank },
    { provide: Hosts, useValue: hosts },
    { provide: KeptSets, useValue: kept },
    { provide: ShareLinks, useValue: links },
    { provide: KeptGames, useValue: results.games },
    { provide: KeptImages, useValue: images },
    { provide: ImageEncoder, useValue: encoder },
    { provide: QuizFileReader, useValue: reader },
    { provide: PictureImport, useValue: new PictureImport(images, encoder, dear) },
    { provide: GamePictures, useValue: pictures },
    { provide: DeskDoor, useValue: door },
    { provide: DearRequests, useValue: dear },
    { provide: MadeResults, useValue: made },
  ];
}
