/** The wall and the window with the notes keep in step (https://html.spec.whatwg.org/multipage/web-messaging.html#broadcasting-to-other-browsing-contexts). */

/** What the wall shows; null: the presentation was closed. */
export type Standing = { itemId: string; black: boolean } | null;
/** What the notes ask for. */
export type Wish = { wish: 'next' | 'previous' | 'black' | 'tell' };

type Message = { standing: Standing } | Wish;

export type Channel = { say: (message: Message) => void; close: () => void };

/** `about`: which list. */
export function openChannel(about: string, hear: (message: Message) => void): Channel {
  const channel = new BroadcastChannel(`fundus-presentation:${about}`);
  channel.onmessage = ({ data }: MessageEvent<Message>) => hear(data);
  return { say: (message) => channel.postMessage(message), close: () => channel.close() };
}
