/** Baseline without the portal: a separate process that serves byte ranges of one file. Prints its port. */
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const [, , path = '', bytes = '0'] = process.argv;
const server = createServer((request, reply) => {
  const [, first = '0', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  const [start, end] = [Number(first), last === '' ? Number(bytes) - 1 : Number(last)];
  reply.writeHead(206, { 'content-range': `bytes ${start}-${end}/${bytes}`, 'content-length': end - start + 1 });
  createReadStream(path, { start, end, highWaterMark: 256 * 1024 }).pipe(reply);
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
