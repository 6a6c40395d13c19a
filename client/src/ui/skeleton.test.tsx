import { render } from '@testing-library/react';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ScreenPlaceholder } from './Skeleton.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('shows the skeleton only if a screen loads longer than 150 ms', () => {
  const { container } = render(<ScreenPlaceholder />);
  const hidden = () => container.firstElementChild!.classList.contains('late-waiting');
  expect(hidden()).toBe(true);
  act(() => vi.advanceTimersByTime(149));
  expect(hidden()).toBe(true);
  act(() => vi.advanceTimersByTime(2));
  expect(hidden()).toBe(false);
  expect(container.querySelectorAll('.screen-placeholder [data-placeholder]').length).toBeGreaterThan(2);
});
