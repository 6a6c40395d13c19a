/** Error messages if the portal refuses to start with an installation. They contain the cause and the remedy. */
import { join } from 'node:path';
import { SECRET_FILE } from './secret-file.ts';
import type { Env } from '../env.ts';

const ACCEPT =
  '"npm run portal -- secret accept" lists what stops working with another secret, and accepts it (docs/operate/backup.md#the-secret)';

export function emptyDatabaseMessage({ dataDir, databaseUrl }: Place, traces: readonly string[]): string {
  const database =
    databaseUrl === undefined ? `there is no database in ${join(dataDir, 'database')}` : 'the database of DATABASE_URL is empty';
  const mistake =
    databaseUrl === undefined ? 'Check that its volume is mounted or DATABASE_URL is set.' : 'Check that DATABASE_URL names the right one.';
  return `${database}, but ${dataDir} was used by a portal before (${traces.join(', ')}). ${mistake} If the database is lost, restore a backup ("npm run portal -- restore FILE", docs/operate/backup.md). To start without data: "npm run portal -- start-empty".`;
}

export const otherInstallationMessage = ({ dataDir, databaseUrl }: Place): string =>
  `the data folder ${dataDir} and the database ${databaseUrl === undefined ? 'in it' : 'of DATABASE_URL'} belong to different installations. Set DATA_DIR and DATABASE_URL to matching ones (docs/operate/install.md#what-belongs-together).`;

export const lostSecretMessage = (dataDir: string): string =>
  `the secret of this portal is missing: ${join(dataDir, SECRET_FILE)} does not exist and SESSION_SECRET is not set. Restore it from a backup. If it is lost, ${ACCEPT}.`;

export const otherSecretMessage = ({ dataDir, sessionSecret }: Place, keptFits: boolean): string =>
  keptFits
    ? `SESSION_SECRET is not the secret of this portal, but ${join(dataDir, SECRET_FILE)} is: remove the variable, or set it to the content of the file.`
    : `${sessionSecret === undefined ? join(dataDir, SECRET_FILE) : 'SESSION_SECRET'} is not the secret this portal was used with. Use that one; every process on a database needs the same secret. If it is lost, ${ACCEPT}.`;

export type Place = Pick<Env, 'dataDir' | 'databaseUrl' | 'sessionSecret'> & Partial<Pick<Env, 's3' | 'smtpUrl'>>;
