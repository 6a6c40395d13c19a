import { expect, test } from 'vitest';
import type * as childTasks from '../testing/child-tasks.ts';
import { runInBackground, runOnBehalfOf } from '../caller.ts';
import { markTransaction } from '../in-transaction.ts';
import { inChild, openChildSession, readInChild } from './run-in-child.ts';

const module = new URL('../testing/child-tasks.ts', import.meta.url);
const tasks = inChild<typeof childTasks>(module, { seconds: 1, megabytes: 300 });

test('copies arguments, results and errors unchanged', async () => {
  expect(await tasks.echo({ bytes: new Uint8Array([1, 2]), day: new Date(0) })).toEqual({
    bytes: new Uint8Array([1, 2]),
    day: new Date(0),
  });
  await expect(tasks.fail('app')).rejects.toMatchObject({ name: 'AppError', code: 'broken_file', field: 'file', details: { line: 3 } });
  await expect(tasks.fail('system')).rejects.toMatchObject({ code: 'ENOSPC' });
  await expect(tasks.fail('other')).rejects.toThrow('no such drawing');
});

test('stops a task that exceeds its limits', async () => {
  await expect(tasks.spin()).rejects.toMatchObject({ name: 'TaskStopped', reason: 'too_slow' });
  await expect(tasks.hoard()).rejects.toMatchObject({ name: 'TaskStopped', reason: 'too_large' });
  await expect(tasks.hoardAtOnce()).rejects.toMatchObject({ name: 'TaskStopped', reason: 'too_large' });
  await expect(tasks.crash()).rejects.toMatchObject({ name: 'TaskStopped', reason: 'crashed' });
  expect(await tasks.echo(1)).toBe(1);
});

test('rejects the uploaded file if its task is stopped', async () => {
  const readers = readInChild<typeof childTasks>(module, { seconds: 1, megabytes: 300 }, 'content');
  await expect(readers.spin()).rejects.toMatchObject({ code: 'too_large', field: 'content', details: { reason: 'too_slow' } });
  await expect(readers.crash()).rejects.toMatchObject({ code: 'broken_file', field: 'content' });
});

test('starts the child process with a minimal environment and a lower priority', async () => {
  expect(await tasks.environment()).toEqual(['NODE_COMPILE_CACHE']);
  expect(await tasks.priority()).toBeGreaterThan(0);
});

test('preserves the state of a session until one of its tasks is stopped', async () => {
  const [one, other] = [1, 2].map(() => openChildSession<typeof childTasks>(module, { seconds: 1, megabytes: 300 })) as [Session, Session];
  expect([await one.calls.count(), await one.calls.count(), await other.calls.count()]).toEqual([1, 2, 1]);
  await expect(one.calls.spin()).rejects.toMatchObject({ reason: 'too_slow' });
  await expect(one.calls.count()).rejects.toMatchObject({ reason: 'crashed' });
  other.close();
});
type Session = ReturnType<typeof openChildSession<typeof childTasks>>;

test('runs requests and jobs in separate queues', async () => {
  const ended: string[] = [];
  const note = (name: string) => () => void ended.push(name);
  const waiting = Array.from({ length: 2 }, () => runInBackground(() => tasks.wait(4_000)).then(note('job')));
  const request = runOnBehalfOf('a', () => tasks.echo(1)).then(note('request'));
  await Promise.all([...waiting, request]);
  expect(ended[0]).toBe('request');
});

test('throws if it is called inside a transaction', async () => {
  await expect(markTransaction({}, () => tasks.echo(1))).rejects.toThrow('inside a transaction');
});
