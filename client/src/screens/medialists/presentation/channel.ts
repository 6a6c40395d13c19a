/**
 * Synchronizes the presentation and the presenter window
 * (https://html.spec.whatwg.org/multipage/web-messaging.html#broadcasting-to-other-browsing-contexts).
 */

/** Displayed item; `null` if the presentation was closed. */
export type Standing = { itemId: string; black: boolean } | null;
/** Command of the presenter window. */
export type Wish = { wish: 'next' | 'previous' | 'black' | 'tell' };

type Message = { standing: Standing } | Wish;

export type Channel = { say: (message: Message) => void; close: () => void };

/** Opens the channel of the list `about`. */
export function openChannel(about: string, hear: (message: Message) => void): Channel {
  const channel = new BroadcastChannel(`fundus-presentation:${about}`);
  channel.onmessage = ({ data }: MessageEvent<Message>) => hear(data);
  return { say: (message) => channel.postMessage(message), close: () => channel.close() };
}
