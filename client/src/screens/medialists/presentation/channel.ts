/**
 * Synchronizes the presentation and the presenter window
 * (https://html.spec.whatwg.org/multipage/web-messaging.html#broadcasting-to-other-browsing-contexts).
 */

/** Item that the presentation shows, or `null` if the presentation was closed. */
export type ShownState = { itemId: string; black: boolean } | null;
/** Command from the presenter window. */
export type PresenterCommand = { wish: 'next' | 'previous' | 'black' | 'report' };

type Message = { standing: ShownState } | PresenterCommand;

export type Channel = { post: (message: Message) => void; close: () => void };

/** Opens the channel of the list with the ID `about`. */
export function openChannel(about: string, onMessage: (message: Message) => void): Channel {
  const channel = new BroadcastChannel(`fundus-presentation:${about}`);
  channel.onmessage = ({ data }: MessageEvent<Message>) => onMessage(data);
  return { post: (message) => channel.postMessage(message), close: () => channel.close() };
}
