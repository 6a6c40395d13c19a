import { openDatabase } from '@fundus/server/db/open';
import { sql } from 'kysely';

/** Calls `work` with the address of a temporary database on the server, and drops the database afterwards. */
export async function withDatabase(databaseUrl: string, name: string, work: (url: string) => Promise<void>): Promise<void> {
  const own = new URL(databaseUrl);
  own.pathname = `/${name}`;
  const admin = await openDatabase({ dataDir: '', databaseUrl });
  await sql`drop database if exists ${sql.ref(name)}`.execute(admin.db);
  await sql`create database ${sql.ref(name)}`.execute(admin.db);
  try {
    await work(own.href);
  } finally {
    await sql`drop database ${sql.ref(name)} with (force)`.execute(admin.db);
    await admin.close();
  }
}
