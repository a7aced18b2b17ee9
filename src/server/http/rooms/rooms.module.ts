import { Module } from '@nestjs/common';
import { ResultsModule } from '../results/results.module.js';
import { SetsModule } from '../sets/sets.module.js';
import { HostLinkController } from './host-link.controller.js';
import { QuizFileController } from './quiz-file.controller.js';
import { RoomsController } from './rooms.controller.js';

/** What is asked about rooms beside the sockets. */
@Module({
  imports: [SetsModule, ResultsModule],
  controllers: [RoomsController, HostLinkController, QuizFileController],
})
export class RoomsModule {}
