/**
 * Data that the portal stores on the user's device (TDDDG §25), listed on the privacy page. The messages `legal.storage.<id>.purpose` and
 * `legal.storage.<id>.lifetime` describe each entry. A test compares the list with the client's code.
 */
export type DeviceStorage = {
  id:
    | 'session'
    | 'device'
    | 'link'
    | 'kiosk'
    | 'language'
    | 'redirect'
    | 'redirectPerson'
    | 'colours'
    | 'results'
    | 'player'
    | 'positions'
    | 'searches'
    | 'bookmarks'
    | 'banner'
    | 'visit'
    | 'provider'
    | 'cache'
    | 'reloaded'
    | 'scans'
    | 'sound'
    | 'shell'
    | 'texts'
    | 'offline'
    | 'offlineCount';
  /** Name of the cookie or storage key. `…` at the end stands for all keys with this prefix. */
  key: string;
  kind: 'cookie' | 'local' | 'session' | 'cache';
};

export const DEVICE_STORAGE: readonly DeviceStorage[] = [
  { id: 'session', key: 'portal_sid', kind: 'cookie' },
  { id: 'device', key: 'portal_device', kind: 'cookie' },
  { id: 'link', key: 'portal_link', kind: 'cookie' },
  { id: 'kiosk', key: 'portal_kiosk', kind: 'cookie' },
  { id: 'language', key: 'language', kind: 'local' },
  { id: 'redirect', key: 'redirectUrl', kind: 'local' },
  { id: 'redirectPerson', key: 'redirectPerson', kind: 'local' },
  { id: 'colours', key: 'colourScheme', kind: 'local' },
  { id: 'results', key: 'resultView', kind: 'local' },
  { id: 'player', key: 'player', kind: 'local' },
  { id: 'positions', key: 'player.positions', kind: 'local' },
  { id: 'searches', key: 'recentSearches', kind: 'local' },
  { id: 'bookmarks', key: 'bookmarks', kind: 'local' },
  { id: 'banner', key: 'bannerClosed', kind: 'session' },
  { id: 'visit', key: 'visit', kind: 'session' },
  { id: 'provider', key: 'provider', kind: 'local' },
  { id: 'scans', key: 'lending.scans.…', kind: 'local' },
  { id: 'sound', key: 'lending.sound', kind: 'local' },
  { id: 'reloaded', key: 'reloadedFrom', kind: 'session' },
  { id: 'cache', key: 'cache:…', kind: 'session' },
  { id: 'shell', key: 'shell:…', kind: 'cache' },
  { id: 'texts', key: 'texts', kind: 'cache' },
  { id: 'offline', key: 'offlineMedia', kind: 'cache' },
  { id: 'offlineCount', key: 'offlineMediaCount', kind: 'local' },
];
