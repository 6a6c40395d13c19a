/** Tabs of one browser share a session: each tells the others who is signed in now. */
const NAME = 'fundus-session';

export type SessionChannel = { tell: (person: string) => void; close: () => void };

/** `onPerson` gets the id of the person another tab has signed in, or '' after it has signed out. */
export function openSessionChannel(onPerson: (person: string) => void): SessionChannel {
  if (typeof BroadcastChannel === 'undefined') return { tell: () => {}, close: () => {} };
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') onPerson(data);
  };
  return { tell: (person) => channel.postMessage(person), close: () => channel.close() };
}
