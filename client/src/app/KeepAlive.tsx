import { screens, type BuiltScreenName, type Screen } from '@fundus/contract/screens';
import { Activity, Suspense, useState, type ReactNode } from 'react';
import type { ScreenProps } from '../components/screen.ts';
import { screenOf, type AnyScreen } from './screen-map.ts';

export type Shown = { name: BuiltScreenName; pathname: string; props: ScreenProps };

type Kept = ReadonlyMap<BuiltScreenName, ScreenProps>;

/**
 * The screen of the address. Rows with `keepAlive` stay mounted, hidden, with the properties they had when they were left:
 * coming back finds them as they were.
 */
export function KeepAlive({
  shown,
  fallback,
  find = screenOf,
}: {
  shown: Shown | null;
  fallback: ReactNode;
  find?: (name: BuiltScreenName) => AnyScreen;
}) {
  const [kept, setKept] = useState<Kept>(new Map());
  const keep = shown && isKept(shown.name);

  // Adjusted while rendering: the hidden ones must have their last properties in the same pass in which they are hidden.
  if (keep && kept.get(shown.name) !== shown.props) setKept(new Map(kept).set(shown.name, shown.props));

  return (
    <>
      {[...kept].map(([name, props]) => {
        const Screen = find(name);
        const visible = shown?.name === name;
        return (
          <Activity key={name} mode={visible ? 'visible' : 'hidden'}>
            <Suspense fallback={fallback}>
              <Screen {...props} />
            </Suspense>
          </Activity>
        );
      })}
      {shown && !keep && <Plain key={shown.pathname} shown={shown} fallback={fallback} find={find} />}
    </>
  );
}

function Plain({ shown, fallback, find }: { shown: Shown; fallback: ReactNode; find: (name: BuiltScreenName) => AnyScreen }) {
  const Screen = find(shown.name);
  return (
    <Suspense fallback={fallback}>
      <Screen {...shown.props} />
    </Suspense>
  );
}

export const isKept = (name: BuiltScreenName): boolean => Boolean((screens[name] as Screen).keepAlive);
