export interface StepResult {
  name: string;
  passed: number;
  failed: number;
}
export function runSideBySide(steps: (object | Promise<object>)[], width: number): Promise<StepResult[]>;
