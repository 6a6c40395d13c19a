/** Proxy for a database server that can be made unavailable or hang without affecting other tests on the same server. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type DatabaseProxy = {
  url: string;
  /** Sets the behaviour of the proxy. `away` closes and refuses all connections. `hanging` keeps connections open but forwards no data. */
  set: (state: 'there' | 'away' | 'hanging') => Promise<void>;
  close: () => Promise<void>;
};

export async function databaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let hanging = false;
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
  };
  const pass = (from: Socket, to: Socket): void => {
    from.on('data', (bytes) => void (hanging || to.write(bytes)));
    from.on('close', () => to.destroy());
  };
  const server = createServer((socket) => {
    const other = connect(Number(target.port || 5432), target.hostname);
    for (const each of [socket, other]) keep(each);
    pass(socket, other);
    pass(other, socket);
  });
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const listen = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  // A `host` parameter would bypass the proxy, for example through a Unix socket.
  url.searchParams.delete('host');
  return {
    url: String(url),
    set: async (state) => {
      hanging = state === 'hanging';
      if (state === 'away') {
        server.close();
        breakAll();
      } else if (!server.listening) await listen(port);
      // Data that was dropped while hanging is lost, so the connections are closed.
      if (state === 'there') breakAll();
    },
    close: async () => {
      if (server.listening) server.close();
      breakAll();
    },
  };
}
