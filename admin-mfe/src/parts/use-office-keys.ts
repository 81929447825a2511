import { readStored, writeStored } from '@twostroke/shared/state';
import { useEffect, useEffectEvent } from 'react';

const setting = 'twostroke.office-keys';
const isSwitch = (value: unknown): value is 'on' | 'off' => value === 'on' || value === 'off';

/** Whether single keys work in the office on this device. */
export function areKeysOn(): boolean {
  return readStored(setting, isSwitch) !== 'off';
}

export function setKeysOn(on: boolean): void {
  writeStored(setting, on ? 'on' : 'off');
}

const typing = 'input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable=true]';

/**
 * Single keys of the office. They do nothing while somebody types, with a modifier, or when they are switched off
 * (WCAG 2.1.4).
 * @param actions by key, e.g. `{ b: book }`
 */
export function useOfficeKeys(actions: Readonly<Record<string, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest(typing)) return;
    const act = actions[event.key.toLowerCase()];
    if (!act || !areKeysOn()) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
