import { useEffect, useEffectEvent } from 'react';

/**
 * Has a screen of the game listen to plain keys, by their small letter, wherever the focus is; gives
 * `true` from `onKey` for a key that it took. Not while a dialog is open, and not for a key that is held.
 */
export function useKeys(onKey: (key: string) => boolean): void {
  const take = useEffectEvent((event: KeyboardEvent) => {
    // Whoever uses keys is shown which there are (design.md#keys).
    document.documentElement.dataset.keys = '';
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.defaultPrevented || 'dialog' in document.documentElement.dataset) return;
    if (onKey(event.key.toLowerCase())) event.preventDefault();
  });

  useEffect(() => {
    const press = (event: KeyboardEvent) => take(event);
    const move = ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') document.documentElement.dataset.keys = '';
    };
    addEventListener('keydown', press);
    addEventListener('pointermove', move);
    return () => {
      removeEventListener('keydown', press);
      removeEventListener('pointermove', move);
    };
  }, []);
}
