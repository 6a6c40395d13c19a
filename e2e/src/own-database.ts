/** Creates an empty database on the PostgreSQL server of the run (`TEST_DATABASE_URL`). */
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

export type OwnDatabase = { url: string; drop: () => Promise<void> };

async function run(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

export async function ownDatabase(server: string): Promise<OwnDatabase> {
  const name = `journey_${randomBytes(6).toString('hex')}`;
  await run(server, `create database ${name} template template0`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(server, `drop database ${name} with (force)`) };
}
