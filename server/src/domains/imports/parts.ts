/** Returns the storage path of a part of a file until it is imported. */
import type { Services } from '../../http/context.ts';
import type { RunRow } from './run-repository.ts';

export const partPath = (runId: string, part: number): string => `imports/${runId}/${part}`;

/** Removes the parts of a file. The hourly run removes parts that are left over. */
export async function removeParts({ storage }: Pick<Services, 'storage'>, { id, parts }: Pick<RunRow, 'id' | 'parts'>): Promise<void> {
  for (let part = 0; part < parts; part += 1) await storage.remove(partPath(id, part)).catch(() => {});
}
