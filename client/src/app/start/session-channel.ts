/** Announces the signed-in user to the other tabs of the browser, which share the session. */
const NAME = 'fundus-session';

export type SessionChannel = { announce: (person: string) => void; close: () => void };

/** Opens the channel. `onPerson` receives the id of the user who signed in in another tab, or '' after a sign-out. */
export function openSessionChannel(onPerson: (person: string) => void): SessionChannel {
  if (typeof BroadcastChannel === 'undefined') return { announce: () => {}, close: () => {} };
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') onPerson(data);
  };
  return { announce: (person) => channel.postMessage(person), close: () => channel.close() };
}
