// The recipes leave files alone that git ignores, such as this copy in target: it is a repository of its own.
def git = new File(basedir, '.git')
['objects', 'refs'].each { new File(git, it).mkdirs() }
new File(git, 'HEAD').text = 'ref: refs/heads/main\n'
new File(git, 'config').text = '[core]\n\trepositoryformatversion = 0\n\tbare = false\n'
return true
