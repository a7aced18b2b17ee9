import { Module } from '@nestjs/common';
import { WebSocketGateway, type OnGatewayConnection } from '@nestjs/websockets';
import type { Socket } from 'socket.io';
import {
  ECHO_NAMESPACE,
  type EchoClientToServerEvents,
  type EchoServerToClientEvents,
} from '../../../protocol/index.js';
import { stopCounting } from './frame-gate.js';

/** For measuring only: sends back whatever comes, as fast as it comes. */
@WebSocketGateway({ namespace: ECHO_NAMESPACE })
class EchoGateway implements OnGatewayConnection {
  handleConnection(socket: Socket<EchoClientToServerEvents, EchoServerToClientEvents>): void {
    stopCounting(socket.request.socket);
    socket.on('echo', (message, ack) => {
      if (typeof ack === 'function') ack(message);
      else socket.emit('echo', message);
    });
  }
}

/** Part of a process that is measured (ECHO=true), and of no other. */
@Module({ providers: [EchoGateway] })
export class EchoModule {}
