declare module 'spdx-satisfies' {
  /** Whether one of the allowed licences meets an SPDX expression. @throws Error when it is no SPDX expression */
  export default function satisfies(expression: string, allowed: string[]): boolean;
}
