/** A router without an address bar, for tests. Not shared at run time. */
export { createMemoryRouter } from 'react-router-dom';
