import { paths } from '@twostroke/shared/contracts/paths';

/** Where the desk books for a caller. */
export const callerPath = `${paths.admin()}?view=caller`;
