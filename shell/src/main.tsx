import './remotes/federation.ts'; // first: remotes need the provider before anything is loaded
import '@twostroke/shared/ui/ground.css';
import '@twostroke/shared/ui/art/mark.svg'; // emitted for documents and the home screen
import { boot } from './app/boot.tsx';

void boot();
