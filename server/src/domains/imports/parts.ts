/** Where the parts of a file lie until it was taken over. */
import type { Portal } from '../../http/context.ts';
import type { RunRow } from './run-repository.ts';

export const partPath = (runId: string, part: number): string => `imports/${runId}/${part}`;

/** What is left of the file; whatever stays is unnamed, and the hourly round removes it. */
export async function removeParts({ storage }: Pick<Portal, 'storage'>, { id, parts }: Pick<RunRow, 'id' | 'parts'>): Promise<void> {
  for (let part = 0; part < parts; part += 1) await storage.remove(partPath(id, part)).catch(() => {});
}
