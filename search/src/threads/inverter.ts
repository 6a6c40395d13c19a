/** Thread that inverts records while the writer applies earlier ones. */
import type { MessagePort } from 'node:worker_threads';
import type { OpenOptions } from '../api.ts';
import { fieldsOf } from '../index/segment.ts';
import { segmentBytes } from '../index/index-view.ts';
import { createInverter } from '../writer/invert.ts';
import { failureOf, type FromInverter, type ToInverter } from './messages.ts';
import { unpackRecords } from './pack.ts';
import { releaseMemory } from './release.ts';

export function serveInverting(port: MessagePort, options: OpenOptions): void {
  const inverter = createInverter(fieldsOf(options.schema));
  port.on('message', ({ ids, ...packed }: ToInverter) => {
    try {
      const segment = inverter.invert(ids, unpackRecords(packed));
      port.postMessage({ segment } satisfies FromInverter);
      releaseMemory(segmentBytes(segment));
    } catch (error) {
      port.postMessage({ failure: failureOf(error) } satisfies FromInverter);
    }
  });
}
