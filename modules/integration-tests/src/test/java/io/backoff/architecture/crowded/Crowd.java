package io.backoff.architecture.crowded;

class Crowd {}

class Crowd1 {}

class Crowd2 {}

class Crowd3 {}

class Crowd4 {}

class Crowd5 {}

class Crowd6 {}

class Crowd7 {}

class Crowd8 {}

class Crowd9 {}

class Crowd10 {}

class Crowd11 {}

class Crowd12 {}

class Crowd13 {}

class Crowd14 {}

class Crowd15 {}

class Crowd16 {}

class Crowd17 {}

class Crowd18 {}

class Crowd19 {}

class Crowd20 {}

class Crowd21 {}

class Crowd22 {}

class Crowd23 {}

class Crowd24 {}

class Crowd25 {}

class Crowd26 {}

class Crowd27 {}

class Crowd28 {}

class Crowd29 {}

class Crowd30 {}
