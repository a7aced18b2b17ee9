/** The `/echo` namespace, which load tests measure the transport with (ECHO=true). */

export const ECHO_NAMESPACE = '/echo';

export interface EchoClientToServerEvents {
  /** Comes back as `echo`, or in the acknowledgement where one is asked for. */
  echo: (message: unknown, ack?: (message: unknown) => void) => void;
}

export interface EchoServerToClientEvents {
  echo: (message: unknown) => void;
}
