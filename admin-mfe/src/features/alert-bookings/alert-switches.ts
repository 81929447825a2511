import { readStored, writeStored } from '@twostroke/shared/state';

/** How else than by the toast this browser tells of a new booking. */
export type AlertWay = 'sound' | 'notification';

const isSwitch = (value: unknown): value is 'on' | 'off' => value === 'on' || value === 'off';
const keyOf = (way: AlertWay): string => `twostroke.alert-${way}`;

/** Whether it is switched on in this browser. */
export function isOn(way: AlertWay): boolean {
  return readStored(keyOf(way), isSwitch) === 'on';
}

export function switchWay(way: AlertWay, on: boolean): void {
  writeStored(keyOf(way), on ? 'on' : 'off');
}
