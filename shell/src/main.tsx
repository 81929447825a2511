import './remotes/federation.ts'; // first: remotes need the provider before anything is loaded
import '@twostroke/shared/ui/ground.css';
import { boot } from './app/boot.tsx';

void boot();
